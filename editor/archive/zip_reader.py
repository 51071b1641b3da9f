"""The entries of a ZIP and their content, with distrust (docs/format.md, "Container").

A reader of its own, since the one of the standard library believes what an archive says of itself: it cuts
names at a NUL, takes the later of two equal names, lets entries overlap and reads what stands before, between
and after. Whoever reads an archive from its start must find what the directory at its end tells: every byte
belongs to one entry or to the directory, and each entry's own header, and the descriptor behind it, say the
same as the directory. Names are bytes turned into text and nothing else: what they mean is the business of
names.py.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from editor.archive import limits
from editor.archive.errors import Refusal
from editor.archive.names import printable
from editor.archive.zip_format import (
    AES,
    CENTRAL,
    CENTRAL_RECORD,
    DEFLATED,
    DESCRIPTOR,
    DESCRIPTOR_FLAG,
    ENCRYPTED_FLAGS,
    END,
    END64,
    END64_RECORD,
    END_RECORD,
    EXTRA_UNICODE_PATH,
    EXTRA_ZIP64,
    LOCAL,
    LOCAL_RECORD,
    LOCATOR64,
    LOCATOR64_RECORD,
    LONGEST_COMMENT,
    MAX16,
    MAX32,
    PATCH_FLAG,
    STORED,
    UTF8_FLAG,
)

CHUNK = 256 * 1024

DESCRIPTOR_LENGTHS = (0, 12, 16, 20, 24)  # sizes of 4 or of 8 bytes, with or without signature; promised, left out

DAMAGED = "the archive is cut off or damaged; make it anew or upload it again"


@dataclass(slots=True, eq=False)
class Entry:
    """One entry as the directory tells it. `name` is decoded; `guessed` says that the archive did not tell
    the encoding. `packed` and `size` are bytes, `offset` is that of the local header, `mode` the Unix mode,
    `behind` counts the bytes between its content and what follows."""

    name: str
    raw: bytes
    guessed: bool
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    offset: int
    mode: int
    behind: int = 0


def read_entries(stream: BinaryIO) -> list[Entry]:
    """The entries in the order of the directory; nothing is unpacked. Raises Refusal: not-a-zip,
    damaged-archive, too-large, too-many-files."""
    stream.seek(0, 2)
    length = stream.tell()
    if length == 0:
        raise Refusal("not-a-zip", "the file is empty")
    if length > limits.UPLOAD_BYTES:
        raise Refusal("too-large", f"the archive has {_mb(length)}; {_mb(limits.UPLOAD_BYTES)} are allowed")
    count, size, offset = _directory(stream, length)
    if count > limits.ENTRIES:
        raise Refusal("too-many-files", f"{count:,} files are more than allowed ({limits.ENTRIES:,})")
    entries = list(_central_records(_read(stream, offset, size), count))
    _place(stream, entries, offset)
    return entries


def unpack(stream: BinaryIO, entry: Entry, shown: str, room: int) -> bytes:
    """The content of an entry, checked. `shown` names it in refusals; `room` is how many bytes are left in
    all; `check_readable` was asked before. Raises Refusal: too-large, damaged-archive.

    The bytes are counted as they are made: what the archive says of its sizes can only be found wrong.
    """
    start = _content_start(stream, entry, shown)
    _refuse_size(entry.size, entry, shown, room)
    if entry.method == STORED:
        content = _read(stream, start, entry.packed, shown)
    else:
        content = _inflate(stream, start, entry, shown, room)
    if len(content) != entry.size:
        raise Refusal("damaged-archive", f"{shown} has another size than the archive says", shown)
    if zlib.crc32(content) != entry.crc:
        raise Refusal("damaged-archive", f"the checksum of {shown} is wrong; upload the archive again", shown)
    if entry.behind and _read(stream, start + entry.packed, entry.behind, shown) not in _descriptors(entry):
        raise _contradiction(shown)
    return content


def check_readable(entry: Entry, shown: str) -> None:
    """Refuse what cannot be unpacked at all. Raises Refusal: encrypted, unsupported-compression,
    damaged-archive."""
    if entry.flags & ENCRYPTED_FLAGS or entry.method == AES:
        raise Refusal("encrypted", f"{shown} is encrypted; export the app without a password", shown)
    if entry.method not in (STORED, DEFLATED) or entry.flags & PATCH_FLAG:
        what = f"uses compression method {entry.method}; only store and deflate can be read"
        raise Refusal("unsupported-compression", f"{shown} {what}", shown)
    if entry.method == STORED and entry.packed != entry.size:
        raise Refusal("damaged-archive", f"{shown} has two sizes in the archive", shown)


# ---- the directory


def _directory(stream: BinaryIO, length: int) -> tuple[int, int, int]:
    """Number of entries, size and offset of the directory, from the record at the end of the file."""
    tail_length = min(length, END_RECORD.size + LONGEST_COMMENT)
    tail = _read(stream, length - tail_length, tail_length)
    ends = [at for at in _occurrences(tail, END) if _is_end(tail, at)]
    if not ends:
        if _read(stream, 0, min(length, 4)) == LOCAL or END in tail:
            raise Refusal("damaged-archive", DAMAGED)
        raise Refusal("not-a-zip", "the file is not a ZIP archive")
    if len(ends) > 1:
        raise Refusal("damaged-archive", "the archive has two ends; readers would differ in what it holds")
    at = length - tail_length + ends[0]
    _, disk, first_disk, here, count, size, offset, _ = END_RECORD.unpack_from(tail, ends[0])
    locator = _read(stream, at - LOCATOR64_RECORD.size, LOCATOR64_RECORD.size) if at >= LOCATOR64_RECORD.size else b""
    if locator.startswith(LOCATOR64):
        told = (disk, first_disk, here, count, size, offset)
        at, *whole = _end64(stream, at, locator)
        if any(short not in (long, MAX16, MAX32) for short, long in zip(told, whole, strict=True)):
            raise Refusal("damaged-archive", "the archive has two ends; readers would differ in what it holds")
        disk, first_disk, here, count, size, offset = whole
    if disk or first_disk or here != count:
        raise Refusal("damaged-archive", "the archive is one part of several; join the parts first")
    if offset + size != at:
        raise Refusal("damaged-archive", "there are other bytes before or inside the archive; make it anew")
    return count, size, offset


def _occurrences(text: bytes, wanted: bytes) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _is_end(tail: bytes, at: int) -> bool:
    """Whether an end record stands at `at` whose comment runs to the very end of the file."""
    return (
        len(tail) - at >= END_RECORD.size and END_RECORD.unpack_from(tail, at)[-1] == len(tail) - at - END_RECORD.size
    )


def _end64(stream: BinaryIO, end: int, locator: bytes) -> tuple[int, int, int, int, int, int, int]:
    _, disk, at, disks = LOCATOR64_RECORD.unpack(locator)
    if at + END64_RECORD.size + LOCATOR64_RECORD.size > end or disk or disks > 1:
        raise Refusal("damaged-archive", DAMAGED)
    signature, size, _, _, disk, first_disk, here, count, length, offset = END64_RECORD.unpack(
        _read(stream, at, END64_RECORD.size)
    )
    if signature != END64 or at + 12 + size + LOCATOR64_RECORD.size != end:
        raise Refusal("damaged-archive", DAMAGED)
    return at, disk, first_disk, here, count, length, offset


def _central_records(directory: bytes, count: int) -> Iterator[Entry]:
    at = 0
    for _ in range(count):
        if len(directory) - at < CENTRAL_RECORD.size or not directory.startswith(CENTRAL, at):
            raise Refusal("damaged-archive", DAMAGED)
        fields = CENTRAL_RECORD.unpack_from(directory, at)
        name_end = at + CENTRAL_RECORD.size + fields[10]
        extra_end = name_end + fields[11]
        if extra_end + fields[12] > len(directory):
            raise Refusal("damaged-archive", DAMAGED)
        raw = directory[at + CENTRAL_RECORD.size : name_end]
        yield _entry(fields, raw, _extras(directory[name_end:extra_end]))
        at = extra_end + fields[12]
    if at != len(directory):
        raise Refusal("damaged-archive", "the directory of the archive holds more than it says; make it anew")


def _entry(fields: tuple, raw: bytes, extras: dict[int, bytes]) -> Entry:
    _, _, _, flags, method, _, _, crc, packed, size, _, _, _, disk, _, attributes, offset = fields
    name, guessed = _name(raw, flags, extras)
    if MAX32 in (packed, size, offset) or disk == MAX16:
        size, packed, offset, disk = _zip64(extras.get(EXTRA_ZIP64, b""), size, packed, offset, disk)
    if disk:
        raise Refusal("damaged-archive", "the archive is one part of several; join the parts first")
    return Entry(name, raw, guessed, flags, method, crc, packed, size, offset, attributes >> 16)


def _extras(data: bytes) -> dict[int, bytes]:
    """The extra fields of a record; the first of equal ids. What is cut off at the end is passed over."""
    extras: dict[int, bytes] = {}
    at = 0
    while at + 4 <= len(data):
        number, length = struct.unpack_from("<HH", data, at)
        extras.setdefault(number, data[at + 4 : at + 4 + length])
        at += 4 + length
    return extras


def _zip64(extra: bytes, size: int, packed: int, offset: int, disk: int) -> tuple[int, ...]:
    """The values that did not fit into the record: 8 bytes for each of them, 4 for the disk, in this order."""
    sizes = (size, packed, offset)
    code = "<" + "Q" * sizes.count(MAX32) + "I" * (disk == MAX16)
    if len(extra) < struct.calcsize(code):
        raise Refusal("damaged-archive", DAMAGED)
    told = iter(struct.unpack_from(code, extra))
    whole = [next(told) if value == MAX32 else value for value in sizes]
    return (*whole, next(told) if disk == MAX16 else disk)


def _name(raw: bytes, flags: int, extras: dict[int, bytes]) -> tuple[str, bool]:
    """A name as text, and whether its encoding was guessed. It is what the Unicode field says, if that belongs
    to this name, else UTF-8 if it happens to be (macOS forgets the flag), else the old code page 437."""
    field = extras.get(EXTRA_UNICODE_PATH, b"")
    belongs = len(field) > 5 and field[:5] == struct.pack("<BI", 1, zlib.crc32(raw))
    candidate = field[5:] if belongs else raw
    marked = bool(flags & UTF8_FLAG)
    if marked and candidate != raw:
        raise _two_names(_text(raw), candidate)
    try:
        return candidate.decode("utf-8"), not marked and not candidate.isascii()
    except UnicodeDecodeError:
        if marked:
            shown = _text(raw)
            raise Refusal("damaged-archive", f"the name {shown} is marked as UTF-8 but is not", shown) from None
        return raw.decode("cp437"), True


def _text(raw: bytes) -> str:
    return printable(raw.decode("utf-8", "backslashreplace"))


def _place(stream: BinaryIO, entries: list[Entry], directory: int) -> None:
    """Fill in `behind`. Refuse entries that share bytes or reach into the directory, and bytes that belong to
    none: before the first entry, or behind one where no descriptor can be."""
    ordered = sorted(entries, key=lambda entry: entry.offset)
    starts = [*(entry.offset for entry in ordered), directory]
    if starts[0]:
        raise Refusal("damaged-archive", "there are other bytes before the archive; make it anew")
    for at, entry in enumerate(ordered):
        name = printable(entry.name)
        entry.behind = starts[at + 1] - _data_start(stream, entry, name) - entry.packed
        if entry.behind < 0 and at + 1 < len(ordered):
            other = printable(ordered[at + 1].name)
            what = f"{name} and {other} share the same bytes; such an archive unpacks without end"
            raise Refusal("too-large", what, other)
        if entry.behind < 0:
            raise Refusal("damaged-archive", DAMAGED, name)
        if entry.behind not in (DESCRIPTOR_LENGTHS if entry.flags & DESCRIPTOR_FLAG else (0,)):
            what = f"{entry.behind:,} bytes behind {name} belong to no entry; readers would differ in what it holds"
            raise Refusal("damaged-archive", what, name)


# ---- one entry


def _local_header(stream: BinaryIO, entry: Entry, shown: str) -> tuple:
    fields = LOCAL_RECORD.unpack(_read(stream, entry.offset, LOCAL_RECORD.size, shown))
    if fields[0] != LOCAL:
        raise Refusal("damaged-archive", DAMAGED, shown)
    return fields


def _data_start(stream: BinaryIO, entry: Entry, shown: str) -> int:
    *_, name_length, extra_length = _local_header(stream, entry, shown)
    return entry.offset + LOCAL_RECORD.size + name_length + extra_length


def _content_start(stream: BinaryIO, entry: Entry, shown: str) -> int:
    """Where the content of an entry starts, after its own header was compared with the directory."""
    _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = _local_header(stream, entry, shown)
    name_end = entry.offset + LOCAL_RECORD.size + name_length
    raw = _read(stream, name_end - name_length, name_length, shown)
    extras = _extras(_read(stream, name_end, extra_length, shown))
    if raw != entry.raw or (EXTRA_UNICODE_PATH in extras and _name(raw, flags, extras)[0] != entry.name):
        raise _two_names(shown, extras.get(EXTRA_UNICODE_PATH, b"")[5:] if raw == entry.raw else raw)
    compared = ENCRYPTED_FLAGS | DESCRIPTOR_FLAG | (0 if raw.isascii() else UTF8_FLAG)
    if method != entry.method or (flags ^ entry.flags) & compared:
        raise _contradiction(shown)
    if not flags & DESCRIPTOR_FLAG:  # else the numbers stand behind the content
        if MAX32 in (packed, size):
            size, packed, *_ = _zip64(extras.get(EXTRA_ZIP64, b""), size, packed, 0, 0)
        if (crc, packed, size) != (entry.crc, entry.packed, entry.size):
            raise _contradiction(shown)
    return name_end + extra_length


def _two_names(shown: str, other: bytes) -> Refusal:
    what = f"two names for one entry: the directory says {shown}, the entry itself {_text(other)}"
    return Refusal("damaged-archive", what, shown)


def _contradiction(shown: str) -> Refusal:
    return Refusal("damaged-archive", f"the entry {shown} contradicts the directory of the archive", shown)


def _descriptors(entry: Entry) -> list[bytes]:
    """What may stand behind the content of an entry."""
    short = struct.pack("<3I", entry.crc, entry.packed & MAX32, entry.size & MAX32)
    long = struct.pack("<I2Q", entry.crc, entry.packed, entry.size)
    return [short, DESCRIPTOR + short, long, DESCRIPTOR + long]


def _inflate(stream: BinaryIO, start: int, entry: Entry, shown: str, room: int) -> bytes:
    """Unpack piece by piece, never more than one piece beyond what is allowed."""
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    allowed = min(limits.ENTRY_BYTES, room)
    pieces, made, read = [], 0, 0
    try:
        while read < entry.packed and not unpacker.eof:
            piece = _read(stream, start + read, min(CHUNK, entry.packed - read), shown)
            read += len(piece)
            full = True  # as long as a piece comes out full there may be more, even without more input
            while full and not unpacker.eof:
                most = min(CHUNK, allowed - made) + 1
                pieces.append(unpacker.decompress(piece, most))
                made += len(pieces[-1])
                _refuse_size(made, entry, shown, room)
                piece, full = unpacker.unconsumed_tail, len(pieces[-1]) == most
    except zlib.error:
        raise Refusal("damaged-archive", f"{shown} cannot be unpacked; upload the archive again", shown) from None
    if not unpacker.eof or unpacker.unused_data or read < entry.packed:
        raise Refusal("damaged-archive", f"{shown} cannot be unpacked; upload the archive again", shown)
    return b"".join(pieces)


def _refuse_size(size: int, entry: Entry, shown: str, room: int) -> None:
    told = max(size, entry.size)
    if size > limits.ENTRY_BYTES:
        allowed = f"{_mb(limits.ENTRY_BYTES)} are allowed for one file"
    elif size > room:
        raise Refusal("too-large", f"all files together have more than {_mb(limits.TOTAL_BYTES)}", shown)
    elif size > limits.RATIO_FROM_BYTES and size > limits.RATIO * entry.packed:
        allowed = f"that is over {limits.RATIO} times its packed size"
    else:
        return
    raise Refusal("too-large", f"{shown} would unpack to {_mb(told)} or more; {allowed}", shown)


def _read(stream: BinaryIO, offset: int, length: int, shown: str = "") -> bytes:
    stream.seek(offset)
    data = stream.read(length)
    if len(data) != length:
        raise Refusal("damaged-archive", DAMAGED, shown)
    return data


def _mb(size: int) -> str:
    return f"{size / limits.MB:,.1f} MB"
