"""The training configuration: defaults.toml, and what a variant lays over it."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple, Optional

HERE = Path(__file__).resolve().parent
DEFAULTS = HERE / "defaults.toml"
CLASS_NAMES = ("alert", "drowsy")
IMAGE_SIZE = 64


class ConfigError(Exception):
    """The configuration cannot be used; the message is one line that names the key."""


class Fractions(NamedTuple):
    """Shares of the subjects; they add up to 1."""

    train: float
    validation: float
    test: float


class Config(NamedTuple):
    """One value per key of defaults.toml."""

    seed: int
    image_size: int
    batch_size: int
    epochs: int
    learning_rate: float
    weight_decay: float
    num_workers: int
    class_names: tuple[str, ...]
    split: Fractions


def _whole(values: dict[str, Any], key: str, low: int) -> int:
    value = values[key]
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise ConfigError(f"{key} must be a whole number of at least {low}, not {value!r}")
    return value


def _number(values: dict[str, Any], key: str, above: float) -> float:
    value = values[key]
    if not isinstance(value, (int, float)) or isinstance(value, bool) or value < above:
        raise ConfigError(f"{key} must be a number of at least {above}, not {value!r}")
    return float(value)


def _fractions(values: dict[str, Any]) -> Fractions:
    wrong = set(values) ^ set(Fractions._fields)
    if wrong:
        raise ConfigError(f"split must have train, validation and test and nothing else; look at {sorted(wrong)[0]}")
    split = Fractions(*(_number(values, key, 0) for key in Fractions._fields))
    if abs(sum(split) - 1) > 1e-9:
        raise ConfigError(f"split must add up to 1, not {sum(split)}")
    return split


def check(values: dict[str, Any]) -> Config:
    """A Config of parsed values. Raises ConfigError on a key that is unknown, missing or out of range."""
    wrong = set(values) ^ set(Config._fields)
    if wrong:
        key = sorted(wrong)[0]
        raise ConfigError(f"{key} is {'unknown' if key in values else 'missing'}")
    if tuple(values["class_names"]) != CLASS_NAMES:
        raise ConfigError(f"class_names must be {list(CLASS_NAMES)}: the dashboard reads class 1 as drowsy")
    if values["image_size"] != IMAGE_SIZE:
        raise ConfigError(f"image_size must be {IMAGE_SIZE}: the dashboard crops that many pixels")
    return Config(
        seed=_whole(values, "seed", 0),
        image_size=IMAGE_SIZE,
        batch_size=_whole(values, "batch_size", 1),
        epochs=_whole(values, "epochs", 1),
        learning_rate=_number(values, "learning_rate", 0),
        weight_decay=_number(values, "weight_decay", 0),
        num_workers=_whole(values, "num_workers", 0),
        class_names=CLASS_NAMES,
        split=_fractions(values["split"]),
    )


def load(variant: Optional[Path] = None) -> Config:
    """The defaults, with the keys of the file `variant` laid over them."""
    values = tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))
    if variant is not None:
        try:
            values |= tomllib.loads(variant.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise ConfigError(f"{variant}: {error}") from error
    return check(values)
