"""Request bodies: JSON alone, or JSON with files in several parts."""

import contextlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import parse_qsl

import orjson
from multipart import MultipartError, MultipartSegment, PushMultipartParser, parse_options_header
from PIL import Image, UnidentifiedImageError

from fillerbot.sandbox.errors import ApiError
from fillerbot.sandbox.kinds import Code, Json
from fillerbot.sandbox.payloads import SIZE_LIMIT
from fillerbot.sandbox.router import JSON, Request

FILE_FIELD = re.compile(r"files?\[(\d+)\]")

MOST_PARTS = 100
NOT_TEXTS = ("tts", "flags")
"""Fields of plain forms that are no texts."""


@dataclass(frozen=True)
class Upload:
    """A file that came with a request."""

    filename: str
    data: bytes

    @cached_property
    def kind(self) -> tuple[str, int | None, int | None]:
        """Its type, and its size if it is a picture."""
        return sniff(self.data)


@dataclass
class Draft:
    """What a request carries."""

    body: object = None
    text: bytes | None = None
    files: dict[int, Upload] = field(default_factory=dict)

    def inner(self, body: object) -> "Draft":
        """Return the same files with a part of the body."""
        return Draft(body, files=self.files)

    def described_files(self) -> list[Json]:
        """Describe the files for the log."""
        return [
            {
                "name": f"files[{n}]",
                "filename": f.filename,
                "size": len(f.data),
                "content_type": f.kind[0],
            }
            for n, f in self.files.items()
        ]


def parse_json(text: str | bytes) -> object:
    """Read JSON or refuse the request."""
    try:
        return orjson.loads(text)
    except ValueError:
        raise ApiError(400, Code.INVALID_JSON, "The request body contains invalid JSON.") from None


def read_draft(request: Request) -> Draft:
    """Read the body of a request."""
    data = request.body
    if not data:
        return Draft()
    if request.content_type == JSON:
        return Draft(parse_json(data), data)
    if request.content_type == "application/x-www-form-urlencoded":
        fields = parse_qsl(data.decode(errors="replace"), keep_blank_values=True)
        return Draft({key: _plain(key, value) for key, value in fields})
    if request.content_type != "multipart/form-data":
        reason = f"Expected a JSON or a form body, not {request.content_type}."
        raise ApiError(400, Code.INVALID_FORM, reason)
    return _read_parts(request.headers["content-type"], data)


def _parts(content_type: str, data: bytes) -> Iterator[tuple[MultipartSegment, bytes]]:
    """Take a body of several parts apart."""
    _, options = parse_options_header(content_type)
    boundary = options.get("boundary", "")
    part: MultipartSegment | None = None
    pieces: list[bytes] = []
    try:
        parser = PushMultipartParser(boundary, content_length=len(data), max_segment_count=MOST_PARTS)
        for found in parser.parse(data):
            if isinstance(found, MultipartSegment):
                part = found
            elif found is not None:
                pieces.append(bytes(found))
            elif part is not None:
                yield part, b"".join(pieces)
                pieces.clear()
        parser.close()
    except (MultipartError, ValueError) as error:
        raise ApiError(400, Code.INVALID_FORM, f"The form cannot be read: {error}") from None


def _read_parts(content_type: str, data: bytes) -> Draft:
    draft, fields = Draft(), {}
    for part, content in _parts(content_type, data):
        if (part.content_type or "").startswith("multipart/"):
            raise ApiError(400, Code.INVALID_FORM, "Parts must not be nested.")
        match = FILE_FIELD.fullmatch(part.name)
        if part.name == "payload_json":
            draft.body, draft.text = parse_json(content), content
        elif part.filename is None and part.name:
            fields[part.name] = _plain(part.name, content.decode(errors="replace"))
        elif part.filename is None or (match is None and part.name != "file"):
            raise ApiError(400, Code.INVALID_FORM, f"There is no field {part.name}.")
        elif len(content) > SIZE_LIMIT:
            raise ApiError(413, Code.TOO_LARGE, "Request entity too large")
        else:
            # As of old, the only file may come without a number.
            number = len(draft.files) if match is None else int(match[1])
            draft.files[number] = Upload(part.filename, content)
    if fields and draft.body is None:
        draft.body = fields
    return draft


def _plain(key: str, text: str) -> object:
    """Return a field of a plain form as it would be in JSON."""
    if key in NOT_TEXTS:
        with contextlib.suppress(ValueError):
            return orjson.loads(text)
    return text


def sniff(data: bytes) -> tuple[str, int | None, int | None]:
    """Tell the type of a file by its content, and its size if it is a picture."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            return Image.MIME.get(image.format or "", "application/octet-stream"), *image.size
    except (UnidentifiedImageError, OSError):
        pass
    try:
        data.decode()
    except UnicodeDecodeError:
        return "application/octet-stream", None, None
    return "text/plain; charset=utf-8", None, None
