"""The certificate of a device, as text and as a table."""

from __future__ import annotations

from typing import Any


class Certificate:
    """What a device's arithmetic was found to do, in tests on the device itself. It prints as text."""

    def __init__(self, content: dict, text: str) -> None:
        self.content = content
        self._text = text

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        import html

        device = self.content["device"]
        rows = [
            ("exact, written", lambda word: "no" if word["lowering"] is None else _plain(word["lowering"])),
            ("results compared", lambda word: f"{word['compared']:,}"),
            ("fused multiply-add", lambda word: _plain(word["fma"])),
            ("subnormal numbers", lambda word: _plain(word["subnormals"])),
            ("own division", lambda word: _plain(word["division"])),
            ("own square root", lambda word: _plain(word["square_root"])),
            ("signs of zeros", lambda word: _yes(word["signed_zeros"])),
            ("infinities and NaN", lambda word: _yes(word["special_values"])),
        ]
        words = self.content["words"]
        head = "".join(f"<th>{html.escape(str(word['word']))}</th>" for word in words)
        body = "".join(
            f"<tr><th style='text-align:left'>{name}</th>{''.join(f'<td>{html.escape(of(w))}</td>' for w in words)}</tr>"
            for name, of in rows
        )
        title = html.escape(f"{device['name']} ({device['backend']}, {device['driver']})")
        return f"<table><caption>{title}</caption><tr><th></th>{head}</tr>{body}</table>"


def _plain(value: Any) -> str:
    """A value of the certificate as text."""
    if value is None:
        return "not known"
    if isinstance(value, dict):
        return ", ".join(
            name if content is True else f"{name} {_plain(content)}"
            for name, content in value.items()
            if content is not False and content is not None
        )
    return str(value)


def _yes(value: bool) -> str:
    return "right" if value else "wrong"
