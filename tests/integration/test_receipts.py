"""The date and the total of real receipts are found in their own text (research data)."""

from __future__ import annotations

import pytest

from tests.receipts import found_in, receipts

pytestmark = pytest.mark.research


def test_dates_and_totals_of_receipts_are_found() -> None:
    found = [found_in(receipt.text, receipt) for receipt in receipts()]
    totals = [one for one in found if one.is_total_right is not None]
    assert sum(one.is_date_right for one in found) >= 0.95 * len(found)
    assert sum(bool(one.is_total_right) for one in totals) >= 0.9 * len(totals)


def test_a_total_that_is_called_certain_is_right() -> None:
    found = [found_in(receipt.text, receipt) for receipt in receipts()]
    certain = [one for one in found if one.total is not None and one.total.is_certain]
    right = [one for one in certain if one.is_total_right is not False]
    assert len(right) >= 0.97 * len(certain)
