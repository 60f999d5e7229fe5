"""Data folder to models/eye_state.tflite and its card. Run it through train.sh."""

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # before TensorFlow is imported
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")  # the figures of the card are a CPU's

import numpy as np

import data
from names import GLASSES, LIGHTING, REFLECTIONS, SENSORS
from split import SEED

EPOCHS = 24


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="train.sh", description="Trains, quantises and evaluates the eye state model.")
    parser.add_argument("--mrl", type=Path, required=True, metavar="DIR", help="folder with the MRL eye set (any depth below it)")
    parser.add_argument("--rendered", type=Path, metavar="DIR", help="folder with render_<seed>_<n>_<open|closed>.png, added to the training part")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where eye_state.tflite and eye_state.md go")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="keep the decoded pictures here, for the next run")
    parser.add_argument("--epochs", type=int, default=EPOCHS, help=f"default {EPOCHS}")
    parser.add_argument("--threads", type=int, default=2, help="of TensorFlow, default 2")
    return parser.parse_args(arguments)


def run(options: argparse.Namespace) -> int:
    """Everything, in order. Returns the exit status: 0, or 3 when the model misses its bar (it is written all the same)."""
    eyes = data.load(options.mrl, cache=options.cache)
    print(f"{len(eyes.crops)} MRL crops of {len({crop.subject for crop in eyes.crops})} subjects, {int(eyes.closed.sum())} closed", flush=True)
    rendered_train = rendered_test = None
    if options.rendered is not None:
        rendered = data.load(options.rendered, rendered=True, cache=options.cache)
        _parts, rendered_train, _validation, rendered_test = data.split(rendered)
    parts, mrl_train, validation, test = data.split(eyes)
    for name, part in (("validation", validation), ("test", test)):
        if not part.closed.any() or part.closed.all():
            raise data.DataError(f"MRL eyes: the {name} part needs both open and closed eyes: is the set complete?")
    train = mrl_train if rendered_train is None else data.join(mrl_train, rendered_train)

    # Here, and not above: a wrong folder should not wait for TensorFlow to load.
    import tensorflow as tf

    import card
    import evaluate
    import fit
    import metrics
    import model as network
    from quantise import calibration_crops, quantise

    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    tf.keras.utils.set_random_seed(SEED)
    tf.config.experimental.enable_op_determinism()
    model = network.build()
    macs = network.multiply_accumulates(model)
    print(f"{model.count_params()} parameters, {macs} multiply-accumulates", flush=True)
    fit.fit(model, train, validation, options.epochs, SEED)

    tflite = quantise(model, calibration_crops(train, SEED))
    eye_model = evaluate.EyeModel(tflite)
    p = eye_model.probabilities(test.input)
    optimised = evaluate.EyeModel(tflite, reference=False)
    differ = np.abs(eye_model.bytes_of(test.input).astype(int) - optimised.bytes_of(test.input).astype(int)).max()
    report = card.Report(
        tflite=tflite,
        command="tools/train/train.sh --mrl MRL_DIR" + (" --rendered RENDERED_DIR" if options.rendered else "")
        + (f" --epochs {options.epochs}" if options.epochs != EPOCHS else "") + " --out models",
        versions=f"Python {sys.version.split()[0]}, TensorFlow {tf.__version__}, Keras {tf.keras.__version__}, NumPy {np.__version__}",
        epochs=options.epochs,
        seed=SEED,
        parameters=model.count_params(),
        multiply_accumulates=macs,
        input_edge=eye_model.edges[0],
        output_edge=eye_model.edges[1],
        operators=eye_model.operators,
        split=parts,
        parts=(mrl_train, validation, test),
        rendered=rendered_train,
        rendered_test=evaluate.figures("quantised, rendered seeds held out", eye_model.probabilities(rendered_test.input), rendered_test.closed)
        if rendered_test is not None and rendered_test.crops
        else None,
        float_test=evaluate.figures("float, test", fit.predict(model, test.input), test.closed),
        validation=evaluate.figures("quantised, validation", eye_model.probabilities(validation.input), validation.closed),
        test=evaluate.figures("quantised, test", p, test.closed),
        optimised_kernels_differ_lsb=int(differ),
        by_subject=evaluate.by_group(p, test, lambda crop: crop.subject),
        by_glasses=evaluate.by_group(p, test, lambda crop: GLASSES[crop.glasses]),
        by_reflections=evaluate.by_group(p, test, lambda crop: REFLECTIONS[crop.reflections]),
        by_lighting=evaluate.by_group(p, test, lambda crop: LIGHTING[crop.lighting]),
        by_sensor=evaluate.by_group(p, test, lambda crop: SENSORS[crop.sensor]),
        by_change=evaluate.robustness(optimised, test),
        by_framing=evaluate.framing(optimised, validation),
    )
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "eye_state.tflite").write_bytes(tflite)
    (options.out / "eye_state.md").write_text(card.write(report), encoding="utf-8")
    print(
        f"test accuracy {report.test.accuracy:.4f}  auc {report.test.auc:.4f}  balanced {metrics.balanced_accuracy(report.test.counts):.4f}  "
        f"{len(tflite)} bytes  {'meets the bar' if card.meets_bar(report) else 'MISSES the bar'}",
        flush=True,
    )
    return 0 if card.meets_bar(report) else 3


if __name__ == "__main__":
    try:
        sys.exit(run(parse_arguments(sys.argv[1:])))
    except data.DataError as error:
        sys.exit(f"train: {error}")
