"""Train, validation and test by SUBJECT, so that no person is ever on two sides.

The rule was fixed before any model was evaluated: sort the subjects, shuffle them with Python's Mersenne twister and seed 42,
give the first 15 % (rounded) to test, the next 15 % to validation, the rest to train. Fractions count subjects, not crops: a
driver counts once however many pictures were taken. Subjects with closed eyes only cannot score a false alarm, so they stay in
train and leave the shuffle.
"""

import random
from typing import Iterable, NamedTuple

SEED = 42
VALIDATION_FRACTION = 0.15
TEST_FRACTION = 0.15
CLOSED_ONLY_SUBJECTS = frozenset({"s0004", "s0008"})


class Split(NamedTuple):
    """Subject names, each in exactly one part, in sorted order."""

    train: tuple[str, ...]
    validation: tuple[str, ...]
    test: tuple[str, ...]


def split_subjects(
    subjects: Iterable[str],
    keep_in_train: Iterable[str] = CLOSED_ONLY_SUBJECTS,
    seed: int = SEED,
    validation_fraction: float = VALIDATION_FRACTION,
    test_fraction: float = TEST_FRACTION,
) -> Split:
    """Split the distinct subjects; the order in which they come in does not matter.

    Fewer than four subjects (a small rendered set) all go to train: a part of one would say nothing.
    """
    everyone = sorted(set(subjects))
    if len(everyone) < 4:
        return Split(tuple(everyone), (), ())
    kept = set(keep_in_train)
    shuffled = [subject for subject in everyone if subject not in kept]
    random.Random(seed).shuffle(shuffled)
    test_count = round(test_fraction * len(everyone))
    validation_count = round(validation_fraction * len(everyone))
    test = shuffled[:test_count]
    validation = shuffled[test_count : test_count + validation_count]
    train = set(everyone) - set(test) - set(validation)
    return Split(tuple(sorted(train)), tuple(sorted(validation)), tuple(sorted(test)))
