"""Writes the model card: every figure in it comes from this run."""

import hashlib
import math
from typing import NamedTuple, Optional, Sequence

import augment
import evaluate
import metrics
from data import EyeSet, RENDERED_SHARE
from evaluate import Edge, Figures
from split import Split

ACCURACY_BAR, AUC_BAR, SIZE_BAR_BYTES = 0.96, 0.99, 100_000
CROP_SIDE_PER_INTEROCULAR = 0.75  # for the caller: in the middle of the flat part of the framing table


class Report(NamedTuple):
    """All that the card shows."""

    tflite: bytes
    command: str
    versions: str
    epochs: int
    seed: int
    parameters: int
    multiply_accumulates: int
    input_edge: Edge
    output_edge: Edge
    operators: Sequence[str]
    split: Split
    parts: tuple[EyeSet, EyeSet, EyeSet]  # MRL train, validation, test
    rendered: Optional[EyeSet]  # the rendered eyes that joined the training set
    rendered_test: Optional[Figures]
    float_test: Figures
    validation: Figures
    test: Figures
    optimised_kernels_differ_lsb: int
    by_subject: Sequence[Figures]
    by_glasses: Sequence[Figures]
    by_reflections: Sequence[Figures]
    by_lighting: Sequence[Figures]
    by_sensor: Sequence[Figures]
    by_change: Sequence[Figures]
    by_framing: Sequence[Figures]  # validation part


def meets_bar(report: Report) -> bool:
    """Whether the quantised model may ship."""
    return report.test.accuracy >= ACCURACY_BAR and report.test.auc >= AUC_BAR and len(report.tflite) < SIZE_BAR_BYTES


def _percent(value: float) -> str:
    return "-" if math.isnan(value) else f"{100 * value:.2f} %"


def _area(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.4f}"


def _rate(wrong: int, total: int) -> str:
    return f"{wrong} ({100 * wrong / total:.2f} %)" if total else "-"


def _table(heading: str, rows: Sequence[Figures]) -> str:
    lines = [
        f"| {heading} | crops | accuracy | 95 % interval | AUC | closed missed | open called closed |",
        "|---|---:|---:|---|---:|---:|---:|",
    ]
    for row in rows:
        low, high = metrics.wilson(row.counts.right, row.counts.total)
        lines.append(
            f"| {row.name} | {row.counts.total} | {_percent(row.accuracy)} | {100 * low:.2f} - {100 * high:.2f} | {_area(row.auc)} "
            f"| {_rate(row.counts.closed_as_open, row.counts.closed_as_closed + row.counts.closed_as_open)} "
            f"| {_rate(row.counts.open_as_closed, row.counts.open_as_closed + row.counts.open_as_open)} |"
        )
    return "\n".join(lines)


def _split_table(report: Report) -> str:
    lines = ["| part | subjects | crops | closed | open | who |", "|---|---:|---:|---:|---:|---|"]
    names = (("train", report.split.train), ("validation", report.split.validation), ("test", report.split.test))
    for (name, subjects), eyes in zip(names, report.parts):
        closed = int(eyes.closed.sum())
        lines.append(f"| {name} | {len(subjects)} | {len(eyes.crops)} | {closed} | {len(eyes.crops) - closed} | {' '.join(subjects)} |")
    return "\n".join(lines)


def _edge(edge: Edge) -> str:
    return f"`{edge.dtype}` {list(edge.shape)}, scale {edge.scale:.10g}, zero point {edge.zero_point}"


def _counted(operators: Sequence[str]) -> str:
    return ", ".join(f"{name} x {operators.count(name)}" for name in dict.fromkeys(operators))


def _rendered(report: Report) -> str:
    if report.rendered is None:
        return "Rendered eyes: none in this model."
    closed = int(report.rendered.closed.sum())
    return (
        f"Rendered eyes: {len(report.rendered.crops)} crops ({closed} closed) of {len({c.subject for c in report.rendered.crops})} seeds joined "
        f"the training part as {100 * RENDERED_SHARE:.0f} % of the draws; validation and test are MRL alone."
    )


def write(report: Report) -> str:
    """The card, Markdown."""
    counts = report.test.counts
    low, high = metrics.wilson(counts.right, counts.total)
    worst = min(report.by_subject, key=lambda row: row.accuracy)
    subjects_mean = sum(row.accuracy for row in report.by_subject) / len(report.by_subject)
    everything = [crop for eyes in report.parts for crop in eyes.crops]
    crops_total, closed_total = len(everything), sum(crop.closed for crop in everything)
    sensor_1, people = sum(crop.sensor == 1 for crop in everything), {crop.subject for crop in everything}
    verdict = "met" if meets_bar(report) else "NOT MET"
    return f"""# Eye state model

`eye_state.tflite` says how likely it is that ONE eye is closed, from one 32x32 grey crop. Written by `tools/train`; do not edit by hand.

| | |
|---|---|
| accuracy on people it never saw | **{_percent(report.test.accuracy)}** (95 % interval {100 * low:.2f} - {100 * high:.2f}), bar {_percent(ACCURACY_BAR)} |
| AUC on the same | **{_area(report.test.auc)}**, bar {AUC_BAR} |
| size | {len(report.tflite)} bytes, bar {SIZE_BAR_BYTES} |
| the bar is | **{verdict}** |
| sha256 | `{hashlib.sha256(report.tflite).hexdigest()}` |
| parameters, multiply-accumulates per crop | {report.parameters}, {report.multiply_accumulates / 1e6:.2f} million |
| baseline | OpenVINO `open-closed-eye-0001`: 95.84 % on MRL with every tenth picture as test, so the same people are on both sides |

All figures are of the quantised file itself, run crop by crop in the TensorFlow Lite interpreter with its reference kernels, whose integer
arithmetic is that of tflite-micro; only the two tables of changed crops use the optimised kernels, for speed.

## Contract

- Input: {_edge(report.input_edge)}. The byte IS the grey value, 0 black to 255 white. The caller does not normalise anything.
- Output: {_edge(report.output_edge)}. P(closed) = scale * (byte - zero point).
- Threshold used for every figure here: P(closed) >= {metrics.THRESHOLD} is closed, that is byte >= {round(metrics.THRESHOLD / report.output_edge.scale) + report.output_edge.zero_point}. It was fixed before training.
- **Crop side = {CROP_SIDE_PER_INTEROCULAR} x interocular distance**, square, centred on the eye landmark, reduced to 32x32 by area (or bilinear where the crop is
  hardly larger than 32 px). Upright; no need to undo a head roll of up to 12 degrees. Either eye: it was trained on mirrored crops as well.
- Why uint8 at the edges: LiteRT.js takes uint8 or float32 tensors and refuses int8; tflite-micro takes uint8, its QUANTIZE kernel moves the zero by 128 at each
  edge, and a camera gives bytes. float32 would cost four times the buffer and a conversion per pixel for nothing.
- Everything between the edges is int8 with one scale per filter. Ops, in order of first use: {_counted(report.operators)}.

How {CROP_SIDE_PER_INTEROCULAR} was found. MRL's own framing was measured on a contact sheet of open eyes: the lid opening is about 0.48 and the iris about 0.186 of the interocular distance in an
adult; in MRL's crops the opening is 0.42 to 0.60 of the side for sensors 01 and 03 (factor 0.8 to 1.1) and 0.60 to 0.85 for sensor 02 (0.55 to 0.8). Sensor 01
is {100 * sensor_1 / crops_total:.0f} % of the data, so MRL is framed at about {evaluate.MRL_SIDE_PER_INTEROCULAR} x interocular distance, give or take 0.1; the eye lies in the middle of the crop. Then the VALIDATION crops
were cropped tighter and wider; accuracy is best at 0.6 to 0.8 and AUC is flat there, so {CROP_SIDE_PER_INTEROCULAR} leaves room for a turned head, which makes the crop smaller:

{_table("crop side / interocular distance (validation)", report.by_framing)}

## Test: people it never saw

Confusion matrix (test part, threshold {metrics.THRESHOLD}):

| | said closed | said open |
|---|---:|---:|
| **closed** | {counts.closed_as_closed} | {counts.closed_as_open} |
| **open** | {counts.open_as_closed} | {counts.open_as_open} |

Balanced accuracy {_percent(metrics.balanced_accuracy(counts))}. Mean over subjects {_percent(subjects_mean)}. Worst subject: **{worst.name}, {_percent(worst.accuracy)}**.
The interval counts crops as if they were independent; those of one person are not, so the true uncertainty is larger: the table per subject says more.

{_table("subject", report.by_subject)}

{_table("glasses", report.by_glasses)}

{_table("reflections", report.by_reflections)}

{_table("lighting", report.by_lighting)}

{_table("sensor", report.by_sensor)}

Crops framed, lit or resolved otherwise (test part):

{_table("change", report.by_change)}

For comparison:

{_table("model and part", tuple(row for row in (report.float_test, report.test, report.validation, report.rendered_test) if row))}

Reference kernels and optimised kernels (XNNPACK, as in LiteRT.js) differ by at most {report.optimised_kernels_differ_lsb} of 256 steps over the test part.

## Data

- MRL Eye Dataset, 2018-01: infrared crops of eyes, three cameras, several kinds of light, {len(people)} people, {crops_total} crops, {crops_total - closed_total} open. Media Research Lab, VSB - Technical University
  of Ostrava, http://mrl.cs.vsb.cz/eyedataset. Cite: R. Fusek, "Pupil Localization Using Geodesic Distance", ISVC 2018.
- Terms: the copy used comes without a licence text. Its authors publish it for research: treat it as research use and ask them before any other. No picture of it is in this project.
- {_rendered(report)}

Split by subject, 0.70 / 0.15 / 0.15 of the subjects, seed {report.seed}; rule and seed were fixed before any model was evaluated (`tools/train/split.py`): sort, shuffle, the first 15 %
are test, the next 15 % validation, the rest train. s0004 and s0008 have closed eyes only and stay in train. Validation chose the architecture; test chose
nothing.

{_split_table(report)}

## Training

- Preprocessing: grey, whole crop reduced by area to 48x48 for augmentation and to 32x32 for evaluation; divided by 255, which the quantised file undoes.
- Sampling: both states equally often; within a state, each group of subject and sensor by the square root of its size.
- Augmentation, each crop anew: shift up to {100 * augment.SHIFT_FRAC:.0f} % of the side, scale {augment.SCALE_MIN} - {augment.SCALE_MAX}, rotation up to {augment.ROTATION_MAX_DEG:.0f} degrees, mirroring; detail reduced to {" / ".join(map(str, augment.LOW_SIDES_PX))} px across; blur; gamma 0.61 - 1.65;
  contrast x 0.6 - 2.8; brightness -31 to +89 levels; a slope of light; noise to sigma 10 levels; whole grey levels.
- {report.epochs} epochs of AdamW, one cosine, label smoothing 0.04, seed {report.seed}. The last weights are the model: no epoch was picked.
- Quantised after training with 1024 crops of the training part, half of them augmented.
- {report.versions}.

Made by:

    {report.command}

The same command on the same machine gives the same file; other processors may round a sum differently and end in other weights.

## Limits

- PERCLOS is defined on 80 % closure (P80): an eye counts as closed when the lid covers 80 % of the pupil. MRL says only open or closed, and
  half-lowered lids are found under both labels. So a PERCLOS from this model approximates P80; it is not P80. P(closed) is not the degree of closure either.
- Looking down lowers the lid and can read as closed. Long blinks and microsleeps must be told apart by time, not by this model.
- MRL is infrared. Augmentation widens brightness and contrast towards visible-light cameras, but no visible-light picture was measured here.
- {len(people)} people from one laboratory, five women among them. Nothing is known of how it does on make-up, skin tones that the set lacks, eye diseases or sunglasses. A dark lens
  hides the eye: the answer is then meaningless.
- The worst test subject above is told apart well (see its AUC) but sits off the threshold: a fixed 0.5 does not fit everybody alike.
- Outside a crop side of about 0.55 to 1.0 x interocular distance, or beyond a shift of 12 % of the side, expect more errors. Turning the head
  shortens the interocular distance in the picture and so the crop.
"""
