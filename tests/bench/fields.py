"""Date and total found in the typed text of SROIE receipts: the finder without the reader."""

from __future__ import annotations

from tests.bench.report import publish, table
from tests.receipts import Found, found_in, receipts


def main() -> None:
    found = [found_in(receipt.text, receipt) for receipt in receipts()]
    rows = [_row("rules written on", found[::2]), _row("the other half", found[1::2])]
    head = ["receipts", "count", "date right", "total right", "certain totals", "of them right"]
    publish(
        "fields",
        "One thing in text: dates and totals of receipts",
        table(head, rows)
        + "\n\nA date counts as right when its characters are those of the truth, a total when "
        "its amount is. The other half was first looked at with the rules finished, and rules "
        "for column heads and net amounts were then corrected on it: it is not held out.",
    )


def _row(name: str, found: list[Found]) -> list[object]:
    totals = [one for one in found if one.is_total_right is not None]
    certain = [one for one in totals if one.total is not None and one.total.is_certain]
    return [
        name,
        len(found),
        f"{sum(one.is_date_right for one in found)}/{len(found)}",
        f"{sum(bool(one.is_total_right) for one in totals)}/{len(totals)}",
        len(certain),
        sum(bool(one.is_total_right) for one in certain),
    ]


if __name__ == "__main__":
    main()
