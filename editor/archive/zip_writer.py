"""Writing a ZIP as the service does (docs/format.md, "Container"): same content, same bytes."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import BinaryIO

from editor.archive import zip_format

FLAGS = zip_format.DESCRIPTOR_FLAG | zip_format.UTF8_FLAG
VERSION, VERSION_ZIP64 = 20, 45
TIME, DATE = 0, 1 << 5 | 1  # midnight of 1 January 1980, the first moment that a ZIP can tell
LEVEL = 6


def write_zip(root: str, files: Mapping[str, bytes], out: BinaryIO) -> None:
    """Write an archive: one root folder, the files in the order given, no entries for folders.

    `out` is only written to, never read or moved in. `root` is a plain name. Raises ValueError for a root
    that is none, and for more than 4 GiB, which the format of the service does not hold.
    """
    if root in ("", ".", "..") or "/" in root or "\\" in root:
        raise ValueError(f"{root!r} is no name of a folder")
    directory, at = [], 0
    for path, content in files.items():
        name = f"{root}/{path}".encode()
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(content) + packer.flush()
        sums = (zlib.crc32(content), len(packed), len(content))
        local = (VERSION, FLAGS, zip_format.DEFLATED, TIME, DATE, 0, 0, 0, len(name), 0)
        header = zip_format.LOCAL_RECORD.pack(zip_format.LOCAL, *local)
        descriptor = zip_format.DESCRIPTOR_RECORD.pack(zip_format.DESCRIPTOR, *sums)
        out.write(header + name + packed + descriptor)
        if at + len(packed) > zip_format.MAX32:
            raise ValueError("more than 4 GiB do not fit into an archive")
        central = (VERSION, VERSION, FLAGS, zip_format.DEFLATED, TIME, DATE, *sums, len(name), 0, 0, 0, 0, 0, at)
        directory.append(zip_format.CENTRAL_RECORD.pack(zip_format.CENTRAL, *central) + name)
        at += len(header) + len(name) + len(packed) + len(descriptor)
    out.write(b"".join(directory) + _end(len(directory), sum(map(len, directory)), at))


def _end(count: int, size: int, offset: int) -> bytes:
    """The records at the end; more than 65,534 entries need the longer ones too."""
    short, end64 = min(count, zip_format.MAX16), b""
    if count >= zip_format.MAX16:
        rest = zip_format.END64_RECORD.size - 12
        whole = (rest, VERSION_ZIP64, VERSION_ZIP64, 0, 0, count, count, size, offset)
        end64 = zip_format.END64_RECORD.pack(zip_format.END64, *whole)
        end64 += zip_format.LOCATOR64_RECORD.pack(zip_format.LOCATOR64, 0, offset + size, 1)
    return end64 + zip_format.END_RECORD.pack(zip_format.END, 0, 0, short, short, size, offset, 0)
