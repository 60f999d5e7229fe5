"""The split by subject: nobody on two sides, the same every time."""

import unittest

from split import CLOSED_ONLY_SUBJECTS, split_subjects

MRL_SUBJECTS = [f"s{n:04d}" for n in range(1, 38)]


class SplitBySubject(unittest.TestCase):
    def test_everybody_is_on_exactly_one_side(self) -> None:
        parts = split_subjects(MRL_SUBJECTS)
        self.assertEqual(sorted(parts.train + parts.validation + parts.test), MRL_SUBJECTS)

    def test_shares_are_seventy_fifteen_fifteen_of_the_subjects(self) -> None:
        parts = split_subjects(MRL_SUBJECTS)
        self.assertEqual((len(parts.train), len(parts.validation), len(parts.test)), (25, 6, 6))

    def test_closed_only_subjects_stay_in_train(self) -> None:
        self.assertLessEqual(CLOSED_ONLY_SUBJECTS, set(split_subjects(MRL_SUBJECTS).train))

    def test_order_and_repetition_of_the_input_do_not_matter(self) -> None:
        self.assertEqual(split_subjects(reversed(MRL_SUBJECTS * 2)), split_subjects(MRL_SUBJECTS))

    def test_the_published_split_of_mrl(self) -> None:
        """The model card's figures hold for these people and no others."""
        parts = split_subjects(MRL_SUBJECTS)
        self.assertEqual(parts.test, ("s0007", "s0012", "s0015", "s0023", "s0025", "s0034"))
        self.assertEqual(parts.validation, ("s0013", "s0017", "s0019", "s0027", "s0029", "s0032"))

    def test_another_seed_gives_another_split(self) -> None:
        self.assertNotEqual(split_subjects(MRL_SUBJECTS, seed=43), split_subjects(MRL_SUBJECTS))

    def test_a_handful_of_seeds_all_go_to_train(self) -> None:
        self.assertEqual(split_subjects(["render_2", "render_1"]), (("render_1", "render_2"), (), ()))


if __name__ == "__main__":
    unittest.main()
