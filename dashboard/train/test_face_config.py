"""The training configuration is that of the interface document, and says what is wrong with another."""

import tempfile
import unittest
from pathlib import Path

import face_config
from face_config import ConfigError, Fractions, check, load


class TheConfiguration(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def variant(self, text: str) -> Path:
        path = Path(self.folder.name) / "some.toml"
        path.write_text(text, encoding="utf-8")
        return path

    def test_the_defaults_are_those_of_the_document(self) -> None:
        expected = (42, 64, 64, 20, 0.001, 0.0001, 0, ("alert", "drowsy"), Fractions(0.70, 0.15, 0.15))
        self.assertEqual(tuple(load()), expected)

    def test_the_variant_differs_in_three_keys(self) -> None:
        variant = load(face_config.HERE / "variant.toml")
        self.assertEqual((variant.batch_size, variant.epochs, variant.num_workers), (128, 15, 8))
        self.assertEqual(variant._replace(batch_size=64, epochs=20, num_workers=0), load())

    def test_an_unknown_key_is_named(self) -> None:
        with self.assertRaisesRegex(ConfigError, "^dropout is unknown$"):
            load(self.variant("dropout = 0.5\n"))

    def test_a_missing_key_is_named(self) -> None:
        values = load()._asdict() | {"split": {"train": 0.7, "validation": 0.15, "test": 0.15}}
        del values["seed"]
        with self.assertRaisesRegex(ConfigError, "^seed is missing$"):
            check(values)

    def test_values_out_of_range_are_named(self) -> None:
        for text, key in (
            ("epochs = 0", "epochs"),
            ("batch_size = 1.5", "batch_size"),
            ("num_workers = -1", "num_workers"),
            ("learning_rate = 'fast'", "learning_rate"),
            ("weight_decay = true", "weight_decay"),
            ("image_size = 32", "image_size"),
            ("class_names = ['drowsy', 'alert']", "class_names"),
            ("[split]\ntrain = 0.7\nvalidation = 0.15\ntest = 0.2", "split"),
            ("[split]\ntrain = 1.0", "split"),
        ):
            with self.subTest(text), self.assertRaisesRegex(ConfigError, f"^{key} must"):
                load(self.variant(text))

    def test_a_file_that_is_no_toml_is_named(self) -> None:
        with self.assertRaisesRegex(ConfigError, "some.toml"):
            load(self.variant("epochs ="))


if __name__ == "__main__":
    unittest.main()
