"""The chat server's adapter over real sockets: what goes wrong, and what a user hears then."""

from __future__ import annotations

import gzip
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from whichone_core.types.cancelling import Cancel
from whichone_models.endpoint.address import read_address
from whichone_models.endpoint.bounds import CHARACTERS_PER_TOKEN
from whichone_models.endpoint.failures import ServerError, Trouble
from whichone_models.endpoint.openai_server import OpenAIServer
from whichone_models.endpoint.wire import Piece

from tests.chat_servers import ORDER, PICTURE, server
from tests.stub_server import Answer, Handler, fails, says, serving


def heard(answer: Answer, **more: str) -> list[Piece]:
    with serving(answer) as stub:
        return list(server(stub, **more).chat(ORDER, Cancel()))


def trouble(answer: Answer, **more: str) -> ServerError:
    with pytest.raises(ServerError) as error:
        heard(answer, **more)
    return error.value


# ----------------------------------------------------------------------- what is sent


def test_the_answer_comes_in_pieces_with_candidates_of_its_first_word() -> None:
    parts = heard(says("direct", "\nIt is", " red.", candidates={"direct": -0.1, "ask": -2.5}))
    assert "".join(piece.text for piece in parts) == "direct\nIt is red."
    assert parts[0].candidates == (("direct", -0.1), ("ask", -2.5))
    assert parts[-1].ending == "stop"


def test_the_picture_goes_before_the_question_with_the_conversation() -> None:
    with serving(says("Hello.")) as stub:
        list(server(stub, key="sk-1").chat(ORDER, Cancel()))
    (sent,) = stub.requests
    system, user = sent["messages"]
    assert system == {"role": "system", "content": "Be brief."}
    assert [part["type"] for part in user["content"]] == ["image_url", "text"]
    assert user["content"][0]["image_url"]["url"] == PICTURE.url
    assert sent["logprobs"] is True
    assert sent["temperature"] == 0
    assert stub.headers[0]["authorization"] == "Bearer sk-1"


def test_options_that_a_server_refuses_are_left_out_and_not_offered_again() -> None:
    def picky(handler: Handler) -> None:
        asked = stub.requests[-1]
        if asked.get("top_logprobs", 0) > 5:
            fails(400, "top_logprobs must be 5 or less")(handler)
        elif "max_tokens" in asked:
            fails(400, "Unsupported parameter: 'max_tokens'")(handler)
        elif "temperature" in asked:
            fails(400, "temperature does not support 0")(handler)
        else:
            says("Hello.")(handler)

    with serving(picky) as stub:
        chosen = server(stub)
        for _ in range(2):
            assert "".join(p.text for p in chosen.chat(ORDER, Cancel())) == "Hello."
    assert len(stub.requests) == 5
    assert stub.requests[-1]["top_logprobs"] == 5
    assert stub.requests[-1]["max_completion_tokens"] == ORDER.most_tokens


def test_a_server_without_log_probabilities_just_gives_none() -> None:
    def refuses(handler: Handler) -> None:
        refused = "logprobs" in stub.requests[-1]
        (fails(400, "logprobs is not supported") if refused else says("Hello."))(handler)

    with serving(refuses) as stub:
        parts = list(server(stub).chat(ORDER, Cancel()))
    assert parts[0] == Piece("Hello.")


def test_without_a_model_the_only_one_is_taken() -> None:
    with serving(says("Hello.")) as stub:
        stub.models = ("the-one",)
        list(server(stub, model="").chat(ORDER, Cancel()))
        assert stub.requests[0]["model"] == "the-one"


def test_without_a_model_several_are_named() -> None:
    error = trouble(says("Hello."), model="")
    assert error.trouble is Trouble.MANY_MODELS
    assert "small, large" in error.spoken


def test_its_models_can_be_asked_for_without_sending_anything() -> None:
    with serving(says("Hello.")) as stub:
        assert server(stub).models() == ("small", "large")
        assert stub.requests == []
    with pytest.raises(ServerError) as error:
        server(stub).models()
    assert error.value.trouble is Trouble.NOT_RUNNING


def test_what_stays_here_goes_through_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(fails(500, "this is the proxy")) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("NO_PROXY", "")
        assert heard(says("Hello."))[0].text == "Hello."
        assert proxy.requests == []


# ----------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (fails(401, "Incorrect API key"), Trouble.KEY_MISSING, "wants a key"),
        (fails(403, "Country not supported"), Trouble.FORBIDDEN, "does not allow"),
        (fails(404, "The model 'small' does not exist"), Trouble.NO_MODEL, "small, large"),
        (fails(404, "Not Found", "text/plain"), Trouble.NO_SERVER, "no server for models"),
        (fails(404, "<html>model</html>", "text/html"), Trouble.NO_SERVER, "/v1"),
        (fails(405, "no"), Trouble.NO_SERVER, "no server for models"),
        (fails(400, "image_url is only supported by vision models"), Trouble.BLIND, "look at"),
        (fails(500, "image input is not supported - mmproj needed"), Trouble.BLIND, "look at"),
        (fails(400, "maximum context length is 4096"), Trouble.TOO_LARGE, "too large"),
        (fails(413, "no"), Trouble.TOO_LARGE, "too large"),
        (fails(429, "Rate limit", Retry_After="7"), Trouble.RATE, "Wait 7 seconds"),
        (fails(429, "You exceeded your current quota"), Trouble.QUOTA, "credit"),
        (fails(402, "Payment required"), Trouble.QUOTA, "credit"),
        (fails(422, "no"), Trouble.REFUSED, "refused"),
        (fails(500, "oops"), Trouble.BROKEN, "failed"),
        (fails(503, "Loading model"), Trouble.BUSY, "loading"),
        (fails(500, "\x00\xff", "application/octet-stream"), Trouble.BROKEN, "failed"),
        (fails(302, "", Location="http://127.0.0.1:1/"), Trouble.ELSEWHERE, "another address"),
        (fails(200, "<html>Welcome</html>", "text/html"), Trouble.NO_SERVER, "no server"),
        (fails(200, "{}"), Trouble.GARBLED, "cannot be understood"),
    ],
)
def test_each_cause_has_its_own_sentence(answer: Answer, kind: Trouble, words: str) -> None:
    error = trouble(answer)
    assert error.trouble is kind
    assert words in error.spoken


def test_a_refused_key_is_not_called_missing() -> None:
    assert trouble(fails(401, "bad"), key="sk-wrong").trouble is Trouble.KEY_REFUSED


def test_a_picture_does_not_follow_a_redirect() -> None:
    with serving(says("Thank you.")) as other:
        target = f"{other.url}/chat/completions"
        for status in (301, 307, 308):
            assert trouble(fails(status, "", Location=target)).trouble is Trouble.ELSEWHERE
        assert other.requests == []


def _cut(handler: Handler) -> None:
    handler.begin()
    handler.say("It is")
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def _garbage(handler: Handler) -> None:
    handler.begin()
    handler.chunk('data: {"choices": [{"delta"\n\n')


def _odd(handler: Handler) -> None:
    """Valid JSON that is nothing like an answer."""
    handler.begin()
    for each in ('{"choices": null}', '{"choices": []}', '{"choices": [{"delta": 3}]}', "[1]", "3"):
        handler.chunk(f"data: {each}\n\n")
    handler.end()


def _error_inside(handler: Handler) -> None:
    handler.begin()
    handler.say("It")
    handler.chunk('data: {"error": {"message": "context length exceeded"}}\n\n')


def _silent_end(handler: Handler) -> None:
    handler.begin()
    handler.say("It is")
    handler.wfile.write(b"0\r\n\r\n")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (_cut, Trouble.CUT),
        (_silent_end, Trouble.CUT),
        (_garbage, Trouble.GARBLED),
        (_error_inside, Trouble.TOO_LARGE),
    ],
)
def test_a_stream_that_ends_badly_is_an_error_after_what_was_said(
    answer: Answer, kind: Trouble
) -> None:
    assert trouble(answer).trouble is kind


def test_odd_chunks_are_passed_over() -> None:
    assert "".join(piece.text for piece in heard(_odd)) == ""


# ------------------------------------------------------------------ servers without measure


def until_refused(write: Callable[[], object]) -> None:
    """Write again and again until the other side has hung up."""
    with suppress(OSError):
        while True:
            write()


def _one_line(handler: Handler) -> None:
    handler.begin()
    handler.chunk("data: ")
    until_refused(lambda: handler.chunk("a" * 500_000))


def _long_error(handler: Handler) -> None:
    handler.send_response(500)
    handler.end_headers()
    until_refused(lambda: handler.wfile.write(b"a" * 500_000))


def _compressed(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Content-Encoding", "gzip")
    handler.end_headers()
    handler.wfile.write(gzip.compress(b"data: " + b"a" * 5_000_000))


def _nested(handler: Handler) -> None:
    handler.begin()
    handler.chunk("data: " + "[" * 100_000 + "\n\n")


@pytest.mark.parametrize("answer", [_one_line, _long_error, _compressed, _nested])
def test_what_has_no_end_or_no_sense_is_given_up(answer: Answer) -> None:
    assert trouble(answer).trouble is Trouble.GARBLED


def test_text_without_end_is_cut_where_the_order_ends() -> None:
    def endless(handler: Handler) -> None:
        handler.begin()
        until_refused(lambda: handler.say("and so on "))

    parts = heard(endless)
    assert len("".join(piece.text for piece in parts)) == ORDER.most_tokens * CHARACTERS_PER_TOKEN
    assert parts[-1].ending == "length"


@pytest.mark.parametrize("sign", [lambda it: it.chunk(": here\n\n"), lambda it: it.say("")])
def test_signs_of_life_are_no_answer(sign: Answer) -> None:
    """Comments and empty pieces keep a connection alive; for ever is too long."""

    def alive(handler: Handler) -> None:
        def write() -> None:
            sign(handler)
            handler.stub.release.wait(0.05)

        handler.begin()
        until_refused(write)

    with serving(alive) as stub:
        slow = OpenAIServer(read_address(stub.url), "small", None, patience_s=1.0)
        with pytest.raises(ServerError) as error:
            list(slow.chat(ORDER, Cancel()))
    assert error.value.trouble is Trouble.SLOW


@pytest.mark.parametrize("wait", ["9" * 5000, "99999999", "\u0663", "soon", ""])
def test_a_wait_that_nobody_waits_is_not_said(wait: str) -> None:
    told = trouble(fails(429, "slow down", Retry_After=wait.encode().decode("latin-1")))
    assert told.trouble is Trouble.RATE
    assert told.remedy == "Wait a minute, and ask again."


def test_a_server_that_is_not_running_is_said_to_be_that() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = read_address(f"127.0.0.1:{free.getsockname()[1]}")
    with pytest.raises(ServerError) as error:
        list(OpenAIServer(address, "small", None).chat(ORDER, Cancel()))
    assert error.value.trouble is Trouble.NOT_RUNNING
    assert str(address.port) in error.value.sentence


def test_a_silent_server_is_given_up() -> None:
    with serving(lambda handler: handler.until_hung_up()) as stub:
        slow = OpenAIServer(read_address(stub.url), "small", None, patience_s=0.2)
        with pytest.raises(ServerError) as error:
            list(slow.chat(ORDER, Cancel()))
    assert error.value.trouble is Trouble.SLOW


def test_a_server_without_https_is_told_from_one_with_a_bad_certificate() -> None:
    with serving(says("Hello.")) as stub:
        address = read_address(f"https://127.0.0.1:{stub.port}")
        with pytest.raises(ServerError) as error:
            list(OpenAIServer(address, "small", None).chat(ORDER, Cancel()))
    assert error.value.trouble is Trouble.NOT_ENCRYPTED


@contextmanager
def unsafe() -> Iterator[int]:
    """A TLS server that offers no certificate that anybody knows: the handshake fails."""
    listener = socket.create_server(("127.0.0.1", 0))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)

    def serve() -> None:
        connection, _ = listener.accept()
        try:
            context.wrap_socket(connection, server_side=True).close()
        except OSError:
            connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        thread.join()
        listener.close()


def test_broken_encryption_is_said_and_nothing_is_sent() -> None:
    with unsafe() as port, pytest.raises(ServerError) as error:
        address = read_address(f"https://127.0.0.1:{port}")
        list(OpenAIServer(address, "small", None).chat(ORDER, Cancel()))
    assert error.value.trouble is Trouble.INSECURE
    assert "Nothing was sent" in error.value.remedy
