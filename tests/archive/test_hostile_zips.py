"""Archives that lie: about sizes, names, ends, and what they hold."""

from __future__ import annotations

import io
import struct
import zlib

import pytest

from editor.archive import limits
from editor.archive.container import read_zip, write_zip
from editor.archive.errors import Refusal
from tests.archive.samples import make_archives

APP = b'{"displayName": "Kiosk"}'
NOTE = b"The kiosk opens at nine and closes at six.\n" * 5
NAME = "Kiosk/note.txt"


def raw_zip(tmp_path, *entries: tuple[tuple, dict]) -> bytes:
    """An archive with an app and these entries, as told, right or wrong."""
    path = tmp_path / "raw.zip"
    with make_archives().RawZip(path) as archive:
        archive.add("Kiosk/app.json", APP)
        for arguments, options in entries:
            archive.add(*arguments, **options)
    return path.read_bytes()


def plain_zip(files: dict[str, bytes] | None = None) -> bytes:
    out = io.BytesIO()
    write_zip("Kiosk", {"app.json": APP, "note.txt": NOTE} | (files or {}), out)
    return out.getvalue()


def refusal_of(content: bytes) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_zip(io.BytesIO(content))
    return caught.value


def patched(content: bytes, signature: bytes, which: int, offset: int, code: str, value: int) -> bytes:
    """The archive with one number of one record changed."""
    at = -1
    for _ in range(which + 1):
        at = content.index(signature, at + 1)
    changed = bytearray(content)
    struct.pack_into(code, changed, at + offset, value)
    return bytes(changed)


CENTRAL, LOCAL, END = b"PK\1\2", b"PK\3\4", b"PK\5\6"


def test_the_archive_that_is_patched_below_is_sound():
    assert read_zip(io.BytesIO(plain_zip())).files == {"app.json": APP, "note.txt": NOTE}


# ---- entries that are no files


@pytest.mark.parametrize(
    ("mode", "words"),
    [(0o120777, "symbolic link"), (0o010644, "pipe"), (0o140644, "socket"), (0o020644, "device"), (0o060644, "device")],
)
@pytest.mark.parametrize("system", [0, 3, 19])
def test_what_is_no_file_is_refused(mode, words, system, tmp_path):
    entry = ((NAME, b"../../etc/passwd"), {"system": system, "attributes": mode << 16})
    refusal = refusal_of(raw_zip(tmp_path, entry))
    assert (refusal.code, refusal.file) == ("link-entry", "note.txt")
    assert words in refusal.message


def test_modes_of_files_and_folders_are_fine(tmp_path):
    file = ((NAME, NOTE), {"system": 3, "attributes": 0o100755 << 16})
    folder = (("Kiosk/sub/",), {"system": 3, "attributes": 0o040755 << 16 | 0x10, "method": 0})
    assert list(read_zip(io.BytesIO(raw_zip(tmp_path, folder, file))).files) == ["app.json", "note.txt"]


@pytest.mark.parametrize(
    "entry",
    [
        (("Kiosk/sub/", b"content"), {}),
        (("Kiosk/sub",), {"attributes": 0o040755 << 16}),
        (("Kiosk/sub/",), {"attributes": 0o100644 << 16}),
        (("Kiosk\\sub\\", b"content"), {}),
    ],
)
def test_a_folder_that_is_a_file_is_refused(entry, tmp_path):
    assert refusal_of(raw_zip(tmp_path, entry)).code == "damaged-archive"


# ---- what cannot be unpacked


@pytest.mark.parametrize("flags", [0x0001, 0x0041, 0x2000])
def test_encrypted_entries_are_refused(flags, tmp_path):
    refusal = refusal_of(raw_zip(tmp_path, ((NAME, NOTE), {"flags": 0x0800 | flags, "method": 0})))
    assert (refusal.code, refusal.file) == ("encrypted", "note.txt")


def test_aes_encryption_is_told_as_such(tmp_path):
    assert refusal_of(raw_zip(tmp_path, ((NAME, NOTE), {"method": 0, "method_id": 99}))).code == "encrypted"


@pytest.mark.parametrize("method", [1, 9, 12, 14, 93, 95, 97])
def test_other_compression_is_refused_by_number(method, tmp_path):
    refusal = refusal_of(raw_zip(tmp_path, ((NAME, NOTE), {"method": 0, "method_id": method})))
    assert refusal.code == "unsupported-compression"
    assert f"method {method};" in refusal.message


def test_compressed_patches_are_refused(tmp_path):
    assert refusal_of(raw_zip(tmp_path, ((NAME, NOTE), {"flags": 0x0828}))).code == "unsupported-compression"


def test_nothing_is_unpacked_before_all_entries_were_looked_at(tmp_path):
    broken = ((NAME, NOTE), {"crc": 1})
    later = (("Kiosk/x", NOTE), {"method": 0, "method_id": 9})
    assert refusal_of(raw_zip(tmp_path, broken, later)).code == "unsupported-compression"


# ---- sizes


def test_a_size_that_is_told_too_small_is_found_wrong():
    refusal = refusal_of(patched(plain_zip(), CENTRAL, 1, 24, "<I", 10))
    assert (refusal.code, refusal.file) == ("damaged-archive", "note.txt")


def test_a_size_that_is_told_too_large_is_found_wrong():
    assert refusal_of(patched(plain_zip(), CENTRAL, 1, 24, "<I", len(NOTE) + 1)).code == "damaged-archive"


def test_a_packed_size_that_is_too_small_is_found_wrong():
    assert refusal_of(patched(plain_zip(), CENTRAL, 1, 20, "<I", 10)).code == "damaged-archive"


def test_a_packed_size_that_is_too_large_is_found_wrong():
    content = plain_zip()
    (packed,) = struct.unpack_from("<I", content, content.rindex(CENTRAL) + 20)
    assert refusal_of(patched(content, CENTRAL, 1, 20, "<I", packed + 3)).code == "damaged-archive"


def test_a_packed_size_that_reaches_into_the_directory_is_found_wrong():
    assert refusal_of(patched(plain_zip(), CENTRAL, 1, 20, "<I", 5000)).code == "damaged-archive"


def test_two_sizes_of_a_stored_entry_are_found_wrong(tmp_path):
    content = raw_zip(tmp_path, ((NAME, NOTE), {"method": 0}))
    assert refusal_of(patched(content, CENTRAL, 1, 24, "<I", len(NOTE) - 1)).code == "damaged-archive"


@pytest.mark.parametrize("told", [1000, 0])
def test_a_bomb_that_lies_about_its_size_is_found_while_it_unpacks(told, tmp_path):
    bomb = ((NAME, bytes(limits.ENTRY_BYTES + 1)), {})
    refusal = refusal_of(patched(raw_zip(tmp_path, bomb), CENTRAL, 1, 24, "<I", told))
    assert (refusal.code, refusal.file) == ("too-large", "note.txt")


def test_more_than_the_ratio_is_refused_only_in_large_files(tmp_path):
    small = bytes(limits.RATIO_FROM_BYTES)
    assert read_zip(io.BytesIO(raw_zip(tmp_path, ((NAME, small), {})))).files["note.txt"] == small
    refusal = refusal_of(raw_zip(tmp_path, ((NAME, small + b"\0"), {})))
    assert refusal.code == "too-large"
    assert "200 times" in refusal.message


def test_all_files_together_are_counted(monkeypatch):
    content = plain_zip({f"{number}.txt": NOTE for number in range(20)})
    monkeypatch.setattr(limits, "TOTAL_BYTES", len(APP) + 21 * len(NOTE))
    assert len(read_zip(io.BytesIO(content)).files) == 22
    monkeypatch.setattr(limits, "TOTAL_BYTES", len(APP) + 21 * len(NOTE) - 1)
    refusal = refusal_of(content)
    assert (refusal.code, refusal.file) == ("too-large", "19.txt")
    assert "all files together" in refusal.message


def test_an_archive_over_the_limit_is_refused_unread(monkeypatch):
    monkeypatch.setattr(limits, "UPLOAD_BYTES", 100)
    refusal = refusal_of(plain_zip())
    assert (refusal.code, "archive has" in refusal.message) == ("too-large", True)


def test_more_entries_than_allowed_are_refused(monkeypatch):
    monkeypatch.setattr(limits, "ENTRIES", 2)
    assert len(read_zip(io.BytesIO(plain_zip())).files) == 2
    assert refusal_of(plain_zip({"x": b""})).code == "too-many-files"


def test_a_directory_that_holds_more_than_it_says_is_refused():
    content = plain_zip({"x": b""})
    for offset in (8, 10):
        content = patched(content, END, 0, offset, "<H", 2)
    assert refusal_of(content).code == "damaged-archive"


# ---- two readers, two archives


@pytest.mark.parametrize(
    ("offset", "code"), [(6, "<H"), (8, "<H"), (14, "<I"), (26, "<H")], ids=["flags", "method", "crc", "name"]
)
def test_a_header_that_contradicts_the_directory_is_refused(offset, code, tmp_path):
    content = raw_zip(tmp_path, ((NAME, NOTE), {"flags": 0x0800, "method": 0}))
    at = content.rindex(LOCAL)
    (value,) = struct.unpack_from(code, content, at + offset)
    assert refusal_of(patched(content, LOCAL, 1, offset, code, value ^ 8)).code == "damaged-archive"


@pytest.mark.parametrize("offset", [18, 22], ids=["packed", "size"])
def test_a_header_with_other_sizes_is_refused(offset, tmp_path):
    content = raw_zip(tmp_path, ((NAME, NOTE), {"flags": 0x0800}))
    assert refusal_of(patched(content, LOCAL, 1, offset, "<I", 7)).code == "damaged-archive"


def test_bytes_before_the_archive_are_refused():
    assert refusal_of(b"#!/bin/sh\n" + plain_zip()).code == "damaged-archive"


def test_bytes_before_the_archive_with_offsets_that_fit_are_refused():
    content, prefix = plain_zip(), b"#!/bin/sh\n"
    for which in (0, 1):
        at = [content.index(CENTRAL), content.rindex(CENTRAL)][which] + 42
        (offset,) = struct.unpack_from("<I", content, at)
        content = patched(content, CENTRAL, which, 42, "<I", offset + len(prefix))
    (start,) = struct.unpack_from("<I", content, content.index(END) + 16)
    content = patched(content, END, 0, 16, "<I", start + len(prefix))
    assert refusal_of(prefix + content).code == "damaged-archive"


def test_bytes_after_the_archive_are_refused():
    assert refusal_of(plain_zip() + b"\n").code == "damaged-archive"


def test_two_archives_in_one_file_are_refused():
    assert refusal_of(plain_zip() + plain_zip({"x": b""})).code == "damaged-archive"


def test_a_comment_is_fine_and_passed_over():
    comment = b"made by hand"
    content = patched(plain_zip(), END, 0, 20, "<H", len(comment)) + comment
    assert len(read_zip(io.BytesIO(content)).files) == 2


def test_a_second_end_in_the_comment_is_refused():
    content = plain_zip()
    second = content[content.index(END) :]
    content = patched(content, END, 0, 20, "<H", len(second)) + second
    assert refusal_of(content).code == "damaged-archive"


@pytest.mark.parametrize("offset", [4, 6, 8])
def test_one_part_of_several_is_refused(offset):
    refusal = refusal_of(patched(plain_zip(), END, 0, offset, "<H", 1))
    assert refusal.code == "damaged-archive"
    assert "part of several" in refusal.message


def test_an_entry_on_another_disk_is_refused():
    assert refusal_of(patched(plain_zip(), CENTRAL, 0, 34, "<H", 1)).code == "damaged-archive"


def test_a_long_end_that_contradicts_the_short_one_is_refused(monkeypatch):
    monkeypatch.setattr("editor.archive.zip_format.MAX16", 2)  # writes the long records for two entries too
    content = plain_zip()
    monkeypatch.undo()
    assert refusal_of(patched(content, END, 0, 10, "<H", 1)).code == "damaged-archive"


def with_bytes_between(content: bytes, hidden: bytes, last: bool = False) -> bytes:
    """The archive of two entries with these bytes behind the first or the last of them."""
    at = content.index(CENTRAL if last else LOCAL, 1)
    changes = [(END, 0, 16)] if last else [(END, 0, 16), (CENTRAL, 1, 42)]
    for signature, which, place in changes:
        record = [content.index(signature), content.rindex(signature)][which]
        (offset,) = struct.unpack_from("<I", content, record + place)
        content = patched(content, signature, which, place, "<I", offset + len(hidden))
    return content[:at] + hidden + content[at:]


def an_entry(name: bytes) -> bytes:
    """A whole entry that no directory lists."""
    return struct.pack("<4s5H3I2H", LOCAL, 20, 0x0800, 0, 0, 0x21, zlib.crc32(NOTE), *[len(NOTE)] * 2, len(name), 0) + (
        name + NOTE
    )


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    "hidden", [an_entry(b"Kiosk/hidden.txt"), b"x", bytes(12), bytes(40)], ids=["entry", "byte", "12", "40"]
)
def test_bytes_that_belong_to_no_entry_are_refused(hidden, last):
    refusal = refusal_of(with_bytes_between(plain_zip(), hidden, last))
    assert (refusal.code, refusal.file) == ("damaged-archive", "Kiosk/note.txt" if last else "Kiosk/app.json")
    assert "belong to no entry" in refusal.message


def test_an_entry_that_promised_no_descriptor_has_none(tmp_path):
    content = raw_zip(tmp_path, ((NAME, NOTE), {"flags": 0x0800}))
    descriptor = struct.pack("<4I", 0x08074B50, zlib.crc32(NOTE), 1, len(NOTE))
    assert refusal_of(with_bytes_between(content, descriptor, last=True)).code == "damaged-archive"


@pytest.mark.parametrize("offset", [0, 4, 8, 12], ids=["signature", "crc", "packed", "size"])
def test_a_descriptor_that_contradicts_the_directory_is_refused(offset):
    refusal = refusal_of(patched(plain_zip(), b"PK\7\x08", 1, offset, "<I", 7))
    assert (refusal.code, refusal.file) == ("damaged-archive", "note.txt")


def test_overlapping_entries_are_refused(tmp_path):
    content = raw_zip(tmp_path, ((NAME, NOTE), {}), (("Kiosk/more.txt", NOTE), {}))
    (offset,) = struct.unpack_from("<I", content, content.rindex(CENTRAL) + 42)
    refusal = refusal_of(patched(content, CENTRAL, 2, 42, "<I", offset - 5))
    assert refusal.code in ("too-large", "damaged-archive")
    inside = patched(content, CENTRAL, 1, 20, "<I", 120)
    assert refusal_of(inside).code == "too-large"


@pytest.mark.parametrize("cut", range(1, 24, 3))
def test_an_archive_that_is_cut_off_anywhere_is_damaged(cut):
    content = plain_zip()
    assert refusal_of(content[: len(content) * cut // 24]).code == "damaged-archive"


@pytest.mark.parametrize("at", range(0, 24))
def test_a_damaged_directory_never_crashes(at):
    """Any byte of any record may be wrong: the answer is a refusal or the right files."""
    content = plain_zip()
    for signature in (LOCAL, CENTRAL, END):
        changed = bytearray(content)
        place = content.index(signature) + at
        if place < len(changed):
            changed[place] ^= 0xFF
            try:
                files = read_zip(io.BytesIO(bytes(changed))).files
            except Refusal:
                continue
            assert files == {"app.json": APP, "note.txt": NOTE}


def test_a_message_shows_no_control_characters(tmp_path):
    content = raw_zip(tmp_path, ((b"Kiosk/\x1b[31m", NOTE), {}))
    refusal = refusal_of(with_bytes_between(content, b"x", last=True))
    assert refusal.message.isprintable() and refusal.file == "Kiosk/\\x1b[31m"


# ---- encodings of names


def test_a_name_marked_as_utf8_that_is_none_is_refused(tmp_path):
    refusal = refusal_of(raw_zip(tmp_path, ((b"Kiosk/\xff.txt", NOTE), {})))
    assert refusal.code == "damaged-archive"
    assert "\\xff" in refusal.message


def test_utf8_without_its_mark_is_read_as_utf8_with_a_note(tmp_path):
    archive = read_zip(io.BytesIO(raw_zip(tmp_path, (("Kiosk/Guía.txt", NOTE), {"flags": 8}))))
    assert list(archive.files) == ["app.json", "Guía.txt"]
    assert [(note.rule, note.file) for note in archive.notes] == [("name-encoding", "Guía.txt")]


@pytest.mark.parametrize("fits", [True, False])
def test_a_unicode_name_beside_the_old_one_counts_if_it_belongs_to_it(fits):
    old, real = "Kiosk/Guía.txt".encode("cp437"), "Kiosk/導覽.txt".encode()
    extra = _unicode_name(old if fits else real, real)
    archive = read_zip(io.BytesIO(_with_entry_name(plain_zip({"x": b""}), old, extra)))
    assert list(archive.files)[-1] == ("導覽.txt" if fits else "Guía.txt")


def test_an_old_name_of_plain_letters_may_have_a_unicode_name_beside_it():
    real = "Kiosk/導覽.txt".encode()
    content = _with_entry_name(plain_zip({"x": b""}), b"Kiosk/#U5c0e.txt", _unicode_name(b"Kiosk/#U5c0e.txt", real))
    archive = read_zip(io.BytesIO(content))
    assert list(archive.files)[-1] == "導覽.txt"
    assert [(note.rule, note.file) for note in archive.notes] == [("name-encoding", "導覽.txt")]


@pytest.mark.parametrize("local", [False, True])
def test_two_unicode_names_of_one_entry_are_refused(local):
    name, other = "Kiosk/Guía.txt".encode(), "Kiosk/導覽.txt".encode()
    extra = _unicode_name(name, other)
    options = {"local_extra": extra, "extra": b""} if local else {"extra": extra, "flags": 0x0808}
    refusal = refusal_of(_with_entry_name(plain_zip({"x": b""}), name, **options))
    assert refusal.code == "damaged-archive"
    assert "two names" in refusal.message and "Guía" in refusal.message and "導覽" in refusal.message


def _unicode_name(name: bytes, real: bytes) -> bytes:
    return struct.pack("<HHBI", 0x7075, 5 + len(real), 1, zlib.crc32(name)) + real


def _with_entry_name(content: bytes, name: bytes, extra: bytes, local_extra: bytes = b"", flags: int = 8) -> bytes:
    """The archive with the last entry under another name, marked as `flags` say, and with extra fields."""
    local, central, end = content.rindex(LOCAL), content.rindex(CENTRAL), content.index(END)
    old = len(b"Kiosk/x")
    body = content[local + 30 + old : content.index(CENTRAL)]
    header = bytearray(content[local : local + 30])
    struct.pack_into("<H", header, 6, flags)
    struct.pack_into("<HH", header, 26, len(name), len(local_extra))
    record = bytearray(content[central : central + 46])
    struct.pack_into("<H", record, 8, flags)
    struct.pack_into("<HH", record, 28, len(name), len(extra))
    first = content[:local] + header + name + local_extra + body
    directory = content[content.index(CENTRAL) : central] + record + name + extra
    last = bytearray(content[end:])
    struct.pack_into("<II", last, 12, len(directory), len(first))
    return first + directory + bytes(last)
