"""Names of the crops: what is read from them, and what is refused."""

import unittest

from names import Crop, parse_mrl, parse_rendered


class MrlNames(unittest.TestCase):
    def test_reads_every_field(self) -> None:
        self.assertEqual(parse_mrl("s0012_01849_0_1_0_2_1_03.png"), Crop("s0012", True, 1, 2, 1, 3))

    def test_state_1_is_open(self) -> None:
        crop = parse_mrl("s0001_00001_1_0_1_0_0_01.png")
        assert crop is not None
        self.assertFalse(crop.closed)

    def test_knows_the_short_subject_of_the_annotation_example(self) -> None:
        crop = parse_mrl("s001_00123_0_0_0_0_0_01.png")
        assert crop is not None
        self.assertEqual(crop.subject, "s001")

    def test_refuses_other_names(self) -> None:
        for name in (
            "annotation.txt",
            "s0012_01849_0_1_0_0_0_04.png",  # no such sensor
            "s0012_01849_0_1_2_0_0_01.png",  # no such state
            "s0012_01849_0_1_0_0_0_01.jpg",
            "s0012_01849_0_1_0_0_01.png",  # a field short
            "x_s0012_01849_0_1_0_0_0_01.png",
        ):
            self.assertIsNone(parse_mrl(name), name)


class RenderedNames(unittest.TestCase):
    def test_the_seed_is_the_subject(self) -> None:
        self.assertEqual(parse_rendered("render_7_0012_closed.png"), Crop("render_7", True, 0, 0, 1, 0))
        self.assertEqual(parse_rendered("render_a1_3_open.png"), Crop("render_a1", False, 0, 0, 1, 0))

    def test_refuses_other_names(self) -> None:
        for name in ("render_7_closed.png", "render_7_1_half.png", "s0012_01849_0_1_0_0_0_01.png"):
            self.assertIsNone(parse_rendered(name), name)


if __name__ == "__main__":
    unittest.main()
