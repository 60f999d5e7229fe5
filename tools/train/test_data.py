"""The loader's complaints and the sampler's fairness, without pictures."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from data import DataError, EyeSet, join, load, sampling_weights
from names import Crop


def eyes_of(crops: list[Crop]) -> EyeSet:
    n = len(crops)
    closed = np.array([crop.closed for crop in crops])
    return EyeSet(np.zeros((n, 48, 48), np.uint8), np.zeros((n, 32, 32), np.uint8), closed, crops)


class Loading(unittest.TestCase):
    def test_a_missing_folder_is_one_clear_line(self) -> None:
        with self.assertRaisesRegex(DataError, "^MRL eyes: no such folder: nowhere$"):
            load(Path("nowhere"))

    def test_a_folder_without_crops_is_one_clear_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "holiday.png").write_bytes(b"")
            with self.assertRaisesRegex(DataError, "^MRL eyes: no pictures with names of this set below "):
                load(Path(folder))


class Subsets(unittest.TestCase):
    def test_a_subset_keeps_order_and_labels(self) -> None:
        eyes = eyes_of([Crop("b", True, 0, 0, 0, 1), Crop("a", False, 0, 0, 0, 1), Crop("b", False, 0, 0, 0, 1)])
        chosen = eyes.of_subjects(("b",))
        self.assertEqual([crop.subject for crop in chosen.crops], ["b", "b"])
        self.assertEqual(chosen.closed.tolist(), [True, False])

    def test_joining_appends(self) -> None:
        first, second = eyes_of([Crop("a", True, 0, 0, 0, 1)]), eyes_of([Crop("b", False, 0, 0, 0, 1)])
        self.assertEqual([crop.subject for crop in join(first, second).crops], ["a", "b"])


class Sampling(unittest.TestCase):
    def test_both_states_are_equally_likely(self) -> None:
        eyes = eyes_of([Crop("a", True, 0, 0, 0, 1)] * 90 + [Crop("a", False, 0, 0, 0, 1)] * 10)
        weights = sampling_weights(eyes)
        self.assertAlmostEqual(weights.sum(), 1.0)
        self.assertAlmostEqual(weights[eyes.closed].sum(), 0.5)

    def test_a_big_group_counts_by_the_root_of_its_size(self) -> None:
        eyes = eyes_of([Crop("big", True, 0, 0, 0, 1)] * 400 + [Crop("small", True, 0, 0, 0, 1)] * 4)
        weights = sampling_weights(eyes)
        self.assertAlmostEqual(weights[:400].sum() / weights[400:].sum(), 10.0)

    def test_rendered_eyes_never_outweigh_real_ones(self) -> None:
        real = [Crop("a", closed, 0, 0, 0, 1) for closed in (True, False)]
        rendered = [Crop(f"render_{i}", closed, 0, 0, 1, 0) for i in range(500) for closed in (True, False)]
        weights = sampling_weights(eyes_of(real + rendered))
        self.assertAlmostEqual(weights[2:].sum(), 0.2)


if __name__ == "__main__":
    unittest.main()
