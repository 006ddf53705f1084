"""Errors as the API words them, and the checking of request bodies."""

from dataclasses import dataclass, field

from fillerbot.sandbox.kinds import Code, Json

Path = tuple[str | int, ...]


@dataclass
class ApiError(Exception):
    """A request that is answered with an error."""

    status: int
    code: int
    message: str
    errors: Json | None = None
    retry_after: float | None = None
    scope: str = "user"

    def body(self) -> Json:
        """Return the JSON of the answer."""
        body: Json = {"message": self.message, "code": int(self.code)}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": self.scope == "global"}
        return body


class RefusedError(Exception):
    """Something that a client would not let a person do; the text says why."""


def unsupported(feature: str) -> ApiError:
    """Say loudly that the sandbox cannot do something; the answer never comes from the real service."""
    return ApiError(501, Code.GENERAL, f"The sandbox does not support {feature}")


@dataclass
class FormErrors:
    """What is wrong with a form, nested as in the form."""

    tree: Json = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """What the service overlooks and the sandbox does not."""

    def add(self, path: Path, code: str, message: str) -> None:
        """Note a fault at a path."""
        node = self.tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        """Raise everything noted so far as one invalid form."""
        if self.tree:
            raise ApiError(400, Code.INVALID_FORM, "Invalid Form Body", self.tree)


class Form:
    """A JSON object that is read field by field; what is wrong is noted under its path.

    Nearly everything is right, so that each reader looks for that first.
    """

    __slots__ = ("data", "errors", "path")

    def __init__(self, value: object, errors: FormErrors, path: Path = ()) -> None:
        self.errors = errors
        self.path = path
        self.data: Json = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            self.fault(None, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a DictType")

    def fault(self, key: str | int | None, code: str, message: str) -> None:
        """Note a fault at a field, or at the whole object."""
        self.errors.add(self.path if key is None else (*self.path, key), code, message)

    def given(self, key: str) -> bool:
        """Tell whether a field is there and not null."""
        return self.data.get(key) is not None

    def _missing(self, key: str, *, required: bool) -> None:
        if required:
            self.fault(key, "BASE_TYPE_REQUIRED", "This field is required")

    def _length(self, key: str, size: int, low: int, high: int) -> bool:
        if low <= size <= high:
            return True
        if size > high and low == 0:
            self.fault(key, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        else:
            self.fault(key, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        return False

    def text(self, key: str, low: int, high: int, *, required: bool = False) -> str | None:
        """Read a string of a length between two bounds."""
        value = self.data.get(key)
        if isinstance(value, str):
            return value if low <= len(value) <= high or self._length(key, len(value), low, high) else None
        if value is None:
            self._missing(key, required=required)
        else:
            self.fault(key, "BASE_TYPE_CONVERT", "Could not interpret as string.")
        return None

    def whole(self, key: str, low: int, high: int, *, required: bool = False) -> int | None:
        """Read a whole number between two bounds."""
        value = self.data.get(key)
        if value is None:
            self._missing(key, required=required)
        elif not isinstance(value, int) or isinstance(value, bool):
            self.fault(key, "NUMBER_TYPE_COERCE", "Value is not an integer.")
        elif not low <= value <= high:
            self.fault(key, "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")
        else:
            return value
        return None

    def real(self, key: str, low: float, high: float) -> float | None:
        """Read a number between two bounds."""
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool):
            self.fault(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        elif not low <= value <= high:
            self.fault(key, "NUMBER_TYPE_RANGE", f"float value should be between {low} and {high}.")
        else:
            return value
        return None

    def choices(self, key: str, allowed: tuple[int, ...]) -> list[object]:
        """Read a list of numbers out of a closed set."""
        values = self.items(key, 0, len(allowed))
        for n, value in enumerate(values):
            if isinstance(value, bool) or value not in allowed:
                text = f"Value must be one of {{{', '.join(map(str, allowed))}}}."
                self.errors.add((*self.path, key, n), "BASE_TYPE_CHOICES", text)
        return values

    def choice(self, key: str, allowed: tuple[int, ...], *, required: bool = False) -> int | None:
        """Read a number out of a closed set."""
        value = self.data.get(key)
        if value is None:
            self._missing(key, required=required)
        elif not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            self.fault(key, "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, allowed))}}}.")
        else:
            return value
        return None

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Read a boolean."""
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(key, "BASE_TYPE_CONVERT", "Must be either true or false.")
            return default
        return value

    def snowflake(self, key: str, *, required: bool = False) -> str | None:
        """Read an id, which may come as a string or as a number."""
        value = self.data.get(key)
        if value is None:
            self._missing(key, required=required)
            return None
        if isinstance(value, bool) or not str(value).isdecimal():
            self.fault(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None
        return str(int(str(value)))

    def items(self, key: str, low: int, high: int, *, required: bool = False) -> list[object]:
        """Read a list of a length between two bounds."""
        value = self.data.get(key)
        if value is None:
            self._missing(key, required=required)
            return []
        if not isinstance(value, list):
            self.fault(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        return value if self._length(key, len(value), low, high) else []

    def forms(self, key: str, low: int, high: int, *, required: bool = False) -> list["Form"]:
        """Read a list of objects."""
        values = self.items(key, low, high, required=required)
        return [Form(value, self.errors, (*self.path, key, n)) for n, value in enumerate(values)]

    def form(self, key: str, *, required: bool = False) -> "Form | None":
        """Read an object inside this one."""
        value = self.data.get(key)
        if value is None:
            self._missing(key, required=required)
            return None
        return Form(value, self.errors, (*self.path, key))
