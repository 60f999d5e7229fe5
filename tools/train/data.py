"""Reads a folder of eye crops into one array, and draws training batches from it.

Pictures are kept at SOURCE_SIDE_PX, larger than the model's input, because the augmentation zooms and shifts before it
samples the 32x32 crop, as the unit's crop function does on the camera frame.
"""

import hashlib
from pathlib import Path
from typing import Callable, NamedTuple, Optional

import numpy as np

from names import Crop, parse_mrl, parse_rendered
from split import Split, split_subjects

SOURCE_SIDE_PX = 48
INPUT_SIDE_PX = 32
RENDERED_SHARE = 0.2  # of the draws, however many pictures a renderer makes: they season the real eyes, they do not replace them


class DataError(Exception):
    """The data folder cannot be used; the message is one line for a person."""


class EyeSet(NamedTuple):
    """`source` uint8 [n, 48, 48], `input` uint8 [n, 32, 32] (grey 0-255), `closed` bool [n], `crops` n entries."""

    source: np.ndarray
    input: np.ndarray
    closed: np.ndarray
    crops: list[Crop]

    def of_subjects(self, subjects: tuple[str, ...]) -> "EyeSet":
        """The part of the set that belongs to these subjects, in the same order."""
        wanted = set(subjects)
        index = np.array([i for i, crop in enumerate(self.crops) if crop.subject in wanted], dtype=np.int64)
        return EyeSet(self.source[index], self.input[index], self.closed[index], [self.crops[i] for i in index])


def _find(folder: Path, parse: Callable[[str], Optional[Crop]], what: str) -> list[tuple[Path, Crop]]:
    """Every picture below `folder` with a name that `parse` knows, sorted by file name."""
    if not folder.is_dir():
        raise DataError(f"{what}: no such folder: {folder}")
    found = [(path, crop) for path in folder.rglob("*.png") if (crop := parse(path.name)) is not None]
    if not found:
        raise DataError(f"{what}: no pictures with names of this set below {folder}")
    return sorted(found, key=lambda item: item[0].name)


def _read(found: list[tuple[Path, Crop]]) -> EyeSet:
    """Decode and resample by area (BOX), the way the unit reduces a larger crop."""
    from PIL import Image  # here, so that the tests of names, split and metrics need numpy alone

    source = np.empty((len(found), SOURCE_SIDE_PX, SOURCE_SIDE_PX), np.uint8)
    small = np.empty((len(found), INPUT_SIDE_PX, INPUT_SIDE_PX), np.uint8)
    for i, (path, _crop) in enumerate(found):
        with Image.open(path) as picture:
            grey = picture.convert("L")
            source[i] = np.asarray(grey.resize((SOURCE_SIDE_PX, SOURCE_SIDE_PX), Image.Resampling.BOX))
            small[i] = np.asarray(grey.resize((INPUT_SIDE_PX, INPUT_SIDE_PX), Image.Resampling.BOX))
    return EyeSet(source, small, np.array([crop.closed for _path, crop in found]), [crop for _path, crop in found])


def load(folder: Path, rendered: bool = False, cache: Optional[Path] = None) -> EyeSet:
    """Read an MRL folder (any depth) or, with `rendered`, a folder of rendered eyes. `cache` is a folder for the decoded arrays.

    Raises DataError when the folder is missing or holds nothing of the set.
    """
    found = _find(folder, parse_rendered if rendered else parse_mrl, "rendered eyes" if rendered else "MRL eyes")
    if cache is None:
        return _read(found)
    # The key holds names and sizes, so a changed folder is read again.
    listing = "\n".join(f"{path.name} {path.stat().st_size}" for path, _crop in found)
    file = cache / f"eyes-{hashlib.sha256(listing.encode()).hexdigest()[:16]}.npz"
    if file.exists():
        with np.load(file) as stored:
            crops = [crop for _path, crop in found]
            return EyeSet(stored["source"], stored["input"], np.array([crop.closed for crop in crops]), crops)
    eyes = _read(found)
    cache.mkdir(parents=True, exist_ok=True)
    np.savez(file, source=eyes.source, input=eyes.input)
    return eyes


def split(eyes: EyeSet) -> tuple[Split, EyeSet, EyeSet, EyeSet]:
    """The split and its three parts: train, validation, test."""
    parts = split_subjects(crop.subject for crop in eyes.crops)
    return parts, eyes.of_subjects(parts.train), eyes.of_subjects(parts.validation), eyes.of_subjects(parts.test)


def join(first: EyeSet, second: EyeSet) -> EyeSet:
    """Both sets in one, `first` before `second`."""
    return EyeSet(
        np.concatenate([first.source, second.source]),
        np.concatenate([first.input, second.input]),
        np.concatenate([first.closed, second.closed]),
        first.crops + second.crops,
    )


def sampling_weights(eyes: EyeSet) -> np.ndarray:
    """Probability of drawing each crop, float64 [n], sums to 1.

    A group is one subject in one eye state at one sensor. Ten of 37 subjects give 70 % of the crops, and many are almost always open or almost
    always closed; left alone the model learns who a person is instead of what the lids do. A group is drawn in proportion to the square
    root of its size, and then both states are made equally likely. Rendered eyes, where there are any, are RENDERED_SHARE of each state.
    """
    keys = [(crop.subject, crop.closed, crop.sensor) for crop in eyes.crops]
    sizes: dict[tuple[str, bool, int], int] = {}
    for key in keys:
        sizes[key] = sizes.get(key, 0) + 1
    weights = np.array([sizes[key] ** -0.5 for key in keys])
    rendered = np.array([crop.sensor == 0 for crop in eyes.crops])
    share = RENDERED_SHARE if rendered.any() else 0.0
    for state in (False, True):
        for is_rendered, part in ((False, 1.0 - share), (True, share)):
            chosen = (eyes.closed == state) & (rendered == is_rendered)
            if chosen.any():
                weights[chosen] *= 0.5 * part / weights[chosen].sum()
    return weights / weights.sum()
