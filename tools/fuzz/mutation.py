"""Mutate records: single numbers, sums that stay, places that change sides, parts of other records."""

from collections.abc import Callable

import numpy as np

PALETTE = np.array([-128, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 99, 100, 127, 255, 32767, 2**31 - 1, -(2**31)])
FURTHER = 0.4  # chance that a record is changed once more, and again


class Mutator:
    """Mutations of one type of record, on many records at once."""

    def __init__(self, dtype: np.dtype, rng: np.random.Generator) -> None:
        self._rng = rng
        self._size = dtype.itemsize
        place, length, signed, field, last, shape = [], [], [], [], [], []
        self._fields: list[tuple[int, int, int]] = []  # start, bytes, and bytes of one seat's part
        for number, (kind, start, *_) in enumerate((dtype.fields or {}).values()):
            base, count = kind.base, int(np.prod(kind.shape, dtype=int))
            seated = kind.shape and kind.shape[0] > 1
            self._fields.append((start, kind.itemsize, kind.itemsize // kind.shape[0] if seated else 0))
            for k in range(count):
                place.append(start + k * base.itemsize)
                length.append(base.itemsize)
                signed.append(base.kind == "i")
                field.append(number)
                last.append(k % kind.shape[-1] if kind.shape else -1)
                shape.append(kind.shape[-1] if kind.shape else -1)
        self._place, self._length, self._signed = np.array(place), np.array(length), np.array(signed)
        self._field = np.array(field)
        together = {}
        for entry, key in enumerate(zip(shape, last, strict=True)):
            together.setdefault(key, []).append(entry)
        self._together = [
            np.array(together[key]) for key in zip(shape, last, strict=True)
        ]  # same place of the last axis
        self._within = [np.flatnonzero(self._field == number) for number in field]
        self._ways: list[Callable[[np.ndarray, np.ndarray, np.ndarray], None]] = [
            self._from_palette,
            self._a_little,
            self._a_little,
            self._any_bits,
            self._flip_bit,
            self._copy_number,
            self._copy_field,
            self._copy_part,
            self._swap,
            self._shift_within,
            self._shift_together,
            self._shift_together,
            self._swap_seats,
            self._repeat_number,
        ]

    def __call__(self, records: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Copies of the records, each changed in one way or in several; `others` lend parts."""
        out = records.copy()
        data = out.view(np.uint8).reshape(len(out), self._size)
        lent = others.view(np.uint8).reshape(len(others), self._size)
        rows = np.arange(len(out))
        while len(rows):
            way = self._rng.integers(len(self._ways), size=len(rows))
            for number, change in enumerate(self._ways):
                chosen = rows[way == number]
                if len(chosen):
                    change(data, chosen, lent)
            rows = rows[self._rng.random(len(rows)) < FURTHER]
        return out

    def _entries(self, count: int) -> np.ndarray:
        """Numbers of the record: half of them evenly, half by a field first, so that small fields come up."""
        even = self._rng.integers(len(self._place), size=count)
        by_field = self._rng.integers(len(self._fields), size=count)
        inside = np.array([self._rng.choice(np.flatnonzero(self._field == f)) for f in range(len(self._fields))])
        return np.where(self._rng.random(count) < 0.5, even, inside[by_field])

    def _partners(self, entries: np.ndarray, groups: list[np.ndarray]) -> np.ndarray:
        draw = self._rng.random(len(entries))
        return np.array([groups[e][int(d * len(groups[e]))] for e, d in zip(entries, draw, strict=True)])

    def _read(self, data: np.ndarray, rows: np.ndarray, entries: np.ndarray) -> np.ndarray:
        values = np.zeros(len(rows), np.int64)
        for byte in range(8):
            inside = byte < self._length[entries]
            values[inside] |= data[rows[inside], self._place[entries[inside]] + byte].astype(np.int64) << (8 * byte)
        free = 64 - 8 * self._length[entries]
        return np.where(self._signed[entries], values << free >> free, values)

    def _write(self, data: np.ndarray, rows: np.ndarray, entries: np.ndarray, values: np.ndarray) -> None:
        for byte in range(8):
            inside = byte < self._length[entries]
            data[rows[inside], self._place[entries[inside]] + byte] = (values[inside] >> (8 * byte)) & 255

    def _from_palette(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        self._write(data, rows, self._entries(len(rows)), self._rng.choice(PALETTE, len(rows)))

    def _a_little(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        entries = self._entries(len(rows))
        step = self._rng.choice([-2, -1, -1, 1, 1, 2], len(rows))
        self._write(data, rows, entries, self._read(data, rows, entries) + step)

    def _any_bits(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        bits = self._rng.integers(-(2**63), 2**63 - 1, len(rows), dtype=np.int64)
        self._write(data, rows, self._entries(len(rows)), bits)

    def _flip_bit(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        data[rows, self._rng.integers(self._size, size=len(rows))] ^= np.uint8(1) << self._rng.integers(
            8, size=len(rows), dtype=np.uint8
        )

    def _copy_number(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        entries, source = self._entries(len(rows)), self._rng.integers(len(lent), size=len(rows))
        self._write(data, rows, entries, self._read(lent, source, entries))

    def _copy_field(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        source = self._rng.integers(len(lent), size=len(rows))
        fields = self._rng.integers(len(self._fields), size=len(rows))
        for number, (start, length, _) in enumerate(self._fields):
            chosen = fields == number
            data[rows[chosen], start : start + length] = lent[source[chosen], start : start + length]

    def _copy_part(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        """Some neighbouring fields, or everything from one field on."""
        starts = np.array([start for start, *_ in self._fields] + [self._size])
        for row, other in zip(rows, self._rng.integers(len(lent), size=len(rows)), strict=True):
            first, last = np.sort(self._rng.choice(len(starts), 2, replace=False))
            data[row, starts[first] : starts[last]] = lent[other, starts[first] : starts[last]]

    def _swap(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        entries = self._entries(len(rows))
        partners = self._partners(entries, self._within)
        values = self._read(data, rows, entries)
        self._write(data, rows, entries, self._read(data, rows, partners))
        self._write(data, rows, partners, values)

    def _shift_within(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        entries = self._entries(len(rows))
        self._shift(data, rows, entries, self._partners(entries, self._within))

    def _shift_together(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        """What is counted here is counted there: a card of a kind from the hand to the discards."""
        entries = self._entries(len(rows))
        self._shift(data, rows, entries, self._partners(entries, self._together))

    def _shift(self, data: np.ndarray, rows: np.ndarray, source: np.ndarray, target: np.ndarray) -> None:
        count = self._rng.choice([1, 1, 1, 2], len(rows))
        self._write(data, rows, source, self._read(data, rows, source) - count)
        self._write(data, rows, target, self._read(data, rows, target) + count)

    def _swap_seats(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        fields = self._rng.integers(len(self._fields), size=len(rows))
        for number, (start, _, part) in enumerate(self._fields):
            chosen = rows[fields == number]
            if part and len(chosen):
                first = data[chosen, start : start + part]
                data[chosen, start : start + part] = data[chosen, start + part : start + 2 * part]
                data[chosen, start + part : start + 2 * part] = first

    def _repeat_number(self, data: np.ndarray, rows: np.ndarray, lent: np.ndarray) -> None:
        source, target = self._entries(len(rows)), self._entries(len(rows))
        self._write(data, rows, target, self._read(data, rows, source))
