"""A client of a model server that runs in this process."""

from __future__ import annotations

import numpy as np
from whichone_models.endpoint.address import read_address
from whichone_models.endpoint.openai_server import OpenAIServer
from whichone_models.endpoint.pictures import encode
from whichone_models.endpoint.wire import Message, Order

from tests.stub_server import Stub

PICTURE = encode(np.zeros((60, 60, 3), np.uint8))
ORDER = Order((Message("system", "Be brief."), Message("user", "What is it?", PICTURE)), True)
GENEROUS_S = 30.0


def server(stub: Stub, key: str | None = None, model: str = "small") -> OpenAIServer:
    return OpenAIServer(read_address(stub.url), model, key, patience_s=GENEROUS_S)
