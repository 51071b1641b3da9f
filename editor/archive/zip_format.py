"""The records of a ZIP, for the reader and the writer (docs/format.md, "Container")."""

from __future__ import annotations

import struct

LOCAL, CENTRAL, DESCRIPTOR = b"PK\3\4", b"PK\1\2", b"PK\7\x08"
END, END64, LOCATOR64 = b"PK\5\6", b"PK\6\6", b"PK\6\7"
LOCAL_RECORD = struct.Struct("<4s5H3I2H")
DESCRIPTOR_RECORD = struct.Struct("<4s3I")
CENTRAL_RECORD = struct.Struct("<4s6H3I5H2I")
END_RECORD = struct.Struct("<4s4H2IH")
END64_RECORD = struct.Struct("<4sQ2H2I4Q")
LOCATOR64_RECORD = struct.Struct("<4sIQI")
STORED, DEFLATED, AES = 0, 8, 99
ENCRYPTED_FLAGS = 0x2041  # encrypted; strong encryption; values of the local header masked
DESCRIPTOR_FLAG, PATCH_FLAG, UTF8_FLAG = 0x0008, 0x0020, 0x0800
EXTRA_ZIP64, EXTRA_UNICODE_PATH = 0x0001, 0x7075
MAX32, MAX16 = 0xFFFFFFFF, 0xFFFF
LONGEST_COMMENT = MAX16
