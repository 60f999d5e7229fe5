"""Reads DIR/<subject>/<alert|drowsy>/*.png|jpg into arrays, and splits them by subject."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from face_config import CLASS_NAMES, IMAGE_SIZE, Config, Fractions

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools" / "train"))
from split import Split, split_subjects  # noqa: E402

PICTURES = {".png", ".jpg", ".jpeg"}


class DataError(Exception):
    """The data folder cannot be used; the message is one line for a person."""


class Picture(NamedTuple):
    """One file of one subject; `label` is the index of its class."""

    path: Path
    subject: str
    label: int


class FaceSet(NamedTuple):
    """`grey` uint8 [n, 64, 64], `labels` int64 [n], `subjects` n names."""

    grey: np.ndarray
    labels: np.ndarray
    subjects: tuple[str, ...]

    def of_subjects(self, subjects: tuple[str, ...]) -> "FaceSet":
        """The part that belongs to these subjects, in the same order."""
        wanted = set(subjects)
        index = np.array([i for i, subject in enumerate(self.subjects) if subject in wanted], dtype=np.int64)
        return FaceSet(self.grey[index], self.labels[index], tuple(self.subjects[i] for i in index))


def find(folder: Path) -> list[Picture]:
    """Every picture of the layout below `folder`, in a fixed order. Raises DataError where there is none."""
    if not folder.is_dir():
        raise DataError(f"no such folder: {folder}")
    found = [
        Picture(path, path.parts[-3], CLASS_NAMES.index(path.parts[-2]))
        for path in folder.glob("*/*/*")
        if path.suffix.lower() in PICTURES and path.parts[-2] in CLASS_NAMES
    ]
    if not found:
        raise DataError(f"no pictures {folder}/<subject>/<{'|'.join(CLASS_NAMES)}>/*.png or .jpg")
    return sorted(found)


def read_picture(path: Path) -> np.ndarray:
    """The middle square in grey, sampled by area to uint8 [64, 64], as the dashboard crops a face."""
    from PIL import Image  # here, so that the tests of everything else need numpy alone

    with Image.open(path) as picture:
        grey = picture.convert("L")
        side = min(grey.size)
        left, top = (grey.width - side) // 2, (grey.height - side) // 2
        square = grey.crop((left, top, left + side, top + side))
        return np.asarray(square.resize((IMAGE_SIZE, IMAGE_SIZE), Image.Resampling.BOX))


def load(folder: Path, num_workers: int) -> FaceSet:
    """Reads all pictures, `num_workers` at a time (0: one after the other)."""
    found = find(folder)
    paths = [picture.path for picture in found]
    if num_workers == 0:
        grey = [read_picture(path) for path in paths]
    else:
        with ThreadPoolExecutor(num_workers) as pool:
            grey = list(pool.map(read_picture, paths))
    labels = np.array([picture.label for picture in found], dtype=np.int64)
    return FaceSet(np.stack(grey), labels, tuple(picture.subject for picture in found))


def split_of(subjects: tuple[str, ...], fractions: Fractions, seed: int) -> Split:
    """Who is on which side. Nobody stays in train for a reason of their own, as two subjects of the eye set do."""
    return split_subjects(subjects, (), seed, fractions.validation, fractions.test)


def parts(faces: FaceSet, config: Config) -> tuple[FaceSet, FaceSet, FaceSet]:
    """Train, validation and test. Raises DataError where a part lacks a class: its figures would say nothing."""
    split = split_of(faces.subjects, config.split, config.seed)
    sides = (faces.of_subjects(split.train), faces.of_subjects(split.validation), faces.of_subjects(split.test))
    for name, side in zip(("train", "validation", "test"), sides):
        for label, class_name in enumerate(config.class_names):
            if not (side.labels == label).any():
                raise DataError(f"the {name} part has no {class_name} picture: give more subjects (at least seven)")
    return sides
