"""Figures of a two-class decision, in plain numpy. CLOSED is the positive class everywhere."""

import math
from typing import NamedTuple

import numpy as np

THRESHOLD = 0.5  # fixed before training; on the quantised output it is byte 128


class Confusion(NamedTuple):
    """Counts; `closed_as_open` are misses, `open_as_closed` are false alarms."""

    closed_as_closed: int
    closed_as_open: int
    open_as_closed: int
    open_as_open: int

    @property
    def total(self) -> int:
        return sum(self)

    @property
    def right(self) -> int:
        return self.closed_as_closed + self.open_as_open


def confusion(p_closed: np.ndarray, closed: np.ndarray, threshold: float = THRESHOLD) -> Confusion:
    """Counts for P(closed) float [n] against bool [n]; a value AT the threshold counts as closed."""
    said, is_closed = np.asarray(p_closed) >= threshold, np.asarray(closed, bool)
    return Confusion(
        int(np.sum(said & is_closed)), int(np.sum(~said & is_closed)), int(np.sum(said & ~is_closed)), int(np.sum(~said & ~is_closed))
    )


def accuracy(p_closed: np.ndarray, closed: np.ndarray, threshold: float = THRESHOLD) -> float:
    """Fraction of right answers; nan when there are none to judge."""
    counts = confusion(p_closed, closed, threshold)
    return counts.right / counts.total if counts.total else math.nan


def balanced_accuracy(counts: Confusion) -> float:
    """Mean of the two classes' recalls; nan unless both classes are there."""
    closed, open_ = counts.closed_as_closed + counts.closed_as_open, counts.open_as_closed + counts.open_as_open
    if not closed or not open_:
        return math.nan
    return 0.5 * (counts.closed_as_closed / closed + counts.open_as_open / open_)


def auc(p_closed: np.ndarray, closed: np.ndarray) -> float:
    """Area under the ROC curve by the rank sum, ties counted half; nan unless both classes are there."""
    p, is_closed = np.asarray(p_closed, np.float64), np.asarray(closed, bool)
    positives, negatives = int(is_closed.sum()), int((~is_closed).sum())
    if not positives or not negatives:
        return math.nan
    _values, inverse, counts = np.unique(p, return_inverse=True, return_counts=True)
    mean_rank = np.cumsum(counts) - (counts - 1) / 2.0  # rank of a value, the mean one where values tie
    rank_sum = mean_rank[inverse][is_closed].sum()
    return float((rank_sum - positives * (positives + 1) / 2.0) / (positives * negatives))


def wilson(right: int, total: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson score interval of a proportion (95 % by default); (0, 1) when there is nothing to count."""
    if total == 0:
        return 0.0, 1.0
    p, z2 = right / total, z * z
    centre = (p + z2 / (2 * total)) / (1 + z2 / total)
    half = z * math.sqrt(p * (1 - p) / total + z2 / (4 * total * total)) / (1 + z2 / total)
    return max(0.0, centre - half), min(1.0, centre + half)
