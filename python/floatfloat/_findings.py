"""What ``paranoia`` finds: its tables."""

from __future__ import annotations


class Findings:
    """The tables of ``floatfloat paranoia``. ``good`` is whether no finding failed."""

    def __init__(self, content: dict, status: int, text: str = "", drawing: str = "") -> None:
        self.content = content
        self.good = status == 0
        #: The order of summation of a function as a drawing, a line for each term; empty if there is none.
        self.drawing = drawing
        self._text = text

    @property
    def tables(self) -> dict[str, dict]:
        """The tables by name, each with its columns and rows."""
        return {table["id"]: table for table in (self.content, *self.content["further"])}

    def __repr__(self) -> str:
        if self._text:
            return self._text.rstrip()
        sizes = ", ".join(f"{name} ({len(table['rows'])} rows)" for name, table in self.tables.items())
        return f"<Findings, {'all as promised' if self.good else 'a finding failed'}: {sizes}>"

    def _repr_html_(self) -> str:
        import html

        parts = []
        for table in self.tables.values():
            head = "".join(f"<th>{html.escape(str(column['name']))}</th>" for column in table["columns"])
            rows = "".join(
                "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in table["rows"]
            )
            parts.append(f"<h4>{html.escape(table['id'])}</h4><table><tr>{head}</tr>{rows}</table>")
        return "".join(parts)
