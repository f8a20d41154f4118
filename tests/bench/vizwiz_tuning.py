"""The classifier of VizWiz-LF whose encoder is trained along, as `vizwiz_encoder` measures it."""

from __future__ import annotations

from tests.bench.report import publish
from tests.bench.vizwiz_encoder import measure


def main() -> None:
    title = "VizWiz-LF, the classifier with an encoder that is trained along"
    publish("vizwiz_tuning", title, measure(is_tuned=True))


if __name__ == "__main__":
    main()
