"""The figures of the model card, against values worked out by hand."""

import math
import unittest

import numpy as np

import metrics

P = np.array([0.9, 0.5, 0.4, 0.1, 0.8])
CLOSED = np.array([True, True, True, False, False])


class ConfusionAndAccuracy(unittest.TestCase):
    def test_counts_each_kind_of_answer(self) -> None:
        self.assertEqual(metrics.confusion(P, CLOSED), metrics.Confusion(2, 1, 1, 1))

    def test_a_value_at_the_threshold_is_closed(self) -> None:
        self.assertEqual(metrics.confusion(np.array([0.5]), np.array([True])).closed_as_closed, 1)

    def test_accuracy(self) -> None:
        self.assertAlmostEqual(metrics.accuracy(P, CLOSED), 3 / 5)
        self.assertTrue(math.isnan(metrics.accuracy(np.array([]), np.array([], bool))))

    def test_balanced_accuracy_is_the_mean_recall(self) -> None:
        self.assertAlmostEqual(metrics.balanced_accuracy(metrics.Confusion(9, 1, 1, 1)), (0.9 + 0.5) / 2)
        self.assertTrue(math.isnan(metrics.balanced_accuracy(metrics.Confusion(9, 1, 0, 0))))


class AreaUnderTheCurve(unittest.TestCase):
    def test_perfect_reversed_and_blind(self) -> None:
        closed = np.array([False, False, True, True])
        self.assertEqual(metrics.auc(np.array([0.1, 0.2, 0.8, 0.9]), closed), 1.0)
        self.assertEqual(metrics.auc(np.array([0.9, 0.8, 0.2, 0.1]), closed), 0.0)
        self.assertEqual(metrics.auc(np.array([0.5, 0.5, 0.5, 0.5]), closed), 0.5)

    def test_is_the_share_of_pairs_in_the_right_order(self) -> None:
        rng = np.random.default_rng(1)
        p, closed = rng.integers(0, 20, 200) / 20, rng.random(200) < 0.4
        pairs = p[closed][:, None] - p[~closed][None, :]
        self.assertAlmostEqual(metrics.auc(p, closed), float(((pairs > 0) + 0.5 * (pairs == 0)).mean()), places=12)

    def test_needs_both_classes(self) -> None:
        self.assertTrue(math.isnan(metrics.auc(np.array([0.1, 0.2]), np.array([True, True]))))


class WilsonInterval(unittest.TestCase):
    def test_textbook_values(self) -> None:
        low, high = metrics.wilson(8, 10)
        self.assertAlmostEqual(low, 0.4902, places=4)
        self.assertAlmostEqual(high, 0.9433, places=4)

    def test_stays_inside_zero_and_one(self) -> None:
        self.assertEqual(metrics.wilson(0, 0), (0.0, 1.0))
        self.assertEqual(metrics.wilson(0, 5)[0], 0.0)
        self.assertEqual(metrics.wilson(5, 5)[1], 1.0)

    def test_narrows_with_more_counts(self) -> None:
        few, many = metrics.wilson(96, 100), metrics.wilson(9600, 10000)
        self.assertLess(many[1] - many[0], few[1] - few[0])


if __name__ == "__main__":
    unittest.main()
