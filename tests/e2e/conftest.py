"""The program and the set-up for all tests that run them as a user does."""

from tests.e2e.commands import environ as environ
from tests.e2e.commands import whichone as whichone
from tests.e2e.machines import machine as machine
