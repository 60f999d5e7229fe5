"""Pictures are found by subject and class, and nobody is on two sides."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

import face_data
from face_config import Fractions, load
from face_data import DataError, FaceSet, find, parts, split_of

SUBJECTS = tuple(f"p{n:02d}" for n in range(20))


def faces(subjects: tuple[str, ...], labels: tuple[int, ...] = (0, 1)) -> FaceSet:
    who = tuple(subject for subject in subjects for _ in labels)
    return FaceSet(np.zeros((len(who), 64, 64), np.uint8), np.array(labels * len(subjects)), who)


class TheData(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def put(self, *names: str) -> None:
        for name in names:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()

    def test_subject_and_class_come_from_the_folders(self) -> None:
        self.put("b/drowsy/1.jpg", "a/alert/2.PNG", "a/notes/3.png", "a/alert/list.txt", "4.png")
        self.assertEqual([(p.subject, p.label) for p in find(self.folder)], [("a", 0), ("b", 1)])

    def test_an_empty_or_missing_folder_is_named(self) -> None:
        with self.assertRaisesRegex(DataError, "no pictures"):
            find(self.folder)
        with self.assertRaisesRegex(DataError, "no such folder"):
            find(self.folder / "nowhere")

    def test_twenty_subjects_are_split_fourteen_three_three(self) -> None:
        split = split_of(SUBJECTS, Fractions(0.70, 0.15, 0.15), 42)
        self.assertEqual((len(split.train), len(split.validation), len(split.test)), (14, 3, 3))
        self.assertEqual(sorted(split.train + split.validation + split.test), list(SUBJECTS))

    def test_the_fractions_of_the_configuration_count(self) -> None:
        split = split_of(SUBJECTS, Fractions(0.5, 0.2, 0.3), 42)
        self.assertEqual((len(split.train), len(split.validation), len(split.test)), (10, 4, 6))

    def test_the_parts_hold_their_subjects_pictures(self) -> None:
        train, validation, test = parts(faces(SUBJECTS), load())
        self.assertEqual([len(side.labels) for side in (train, validation, test)], [28, 6, 6])
        self.assertFalse(set(train.subjects) & (set(validation.subjects) | set(test.subjects)))

    def test_a_part_without_a_class_is_refused(self) -> None:
        with self.assertRaisesRegex(DataError, "no drowsy picture"):
            parts(faces(SUBJECTS, (0,)), load())
        with self.assertRaisesRegex(DataError, "validation part has no alert"):
            parts(faces(SUBJECTS[:3]), load())


@unittest.skipUnless(__import__("importlib.util").util.find_spec("tensorflow"), "needs TensorFlow: dashboard/train/train.sh makes its environment")
class TheTraining(unittest.TestCase):
    def test_made_up_pictures_are_learned_and_the_file_is_what_the_dashboard_takes(self) -> None:
        import tensorflow as tf

        import made_up
        import train_face

        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            made_up.write(folder / "data")
            quick = folder / "quick.toml"
            quick.write_text("epochs = 12\nbatch_size = 16\nnum_workers = 2\n", encoding="utf-8")
            arguments = ["--data", str(folder / "data"), "--config", str(quick), "--out", str(folder / "out")]
            self.assertEqual(train_face.run(train_face.parse_arguments(arguments)), 0)
            tflite = (folder / "out" / "face_state.tflite").read_bytes()
            _train, _validation, test = parts(face_data.load(folder / "data", 0), load())
            self.assertGreaterEqual(train_face.accuracy_of(tflite, test), 0.9)
            interpreter = tf.lite.Interpreter(model_content=tflite)
            self.assertEqual([list(t["shape"]) for t in interpreter.get_input_details() + interpreter.get_output_details()], [[1, 64, 64, 1], [1, 2]])


if __name__ == "__main__":
    unittest.main()
