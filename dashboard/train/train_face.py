"""Trains the alert/drowsy model: train_face.py --data DIR [--config variant.toml] --out models"""

import argparse
import sys
from pathlib import Path

import numpy as np

import face_config
import face_data

ROTATION = 0.03  # of a full turn
ZOOM = 0.08  # a detector's box is never twice the same


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Trains the 64x64 alert/drowsy model of the dashboard's mode face.")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="pictures DIR/<subject>/<alert|drowsy>/*.png or .jpg: one face each")
    parser.add_argument("--config", type=Path, metavar="FILE", help="what to change against defaults.toml, such as variant.toml")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where face_state.tflite and face_state.md go")
    return parser.parse_args(arguments)


def accuracy_of(tflite: bytes, part: face_data.FaceSet) -> float:
    """Share of pictures that the converted model gets right, one at a time, as the dashboard runs it."""
    import tensorflow as tf

    interpreter = tf.lite.Interpreter(model_content=tflite)
    interpreter.allocate_tensors()
    source, result = interpreter.get_input_details()[0]["index"], interpreter.get_output_details()[0]["index"]
    right = 0
    for grey, label in zip(part.grey, part.labels):
        interpreter.set_tensor(source, (grey[None, :, :, None] / 255).astype(np.float32))
        interpreter.invoke()
        right += int(np.argmax(interpreter.get_tensor(result)) == label)
    return right / len(part.labels)


def card(config: face_config.Config, sides: tuple[face_data.FaceSet, ...], figures: dict[str, float], size: int) -> str:
    """The model card, in the words of the run itself."""
    names = ("train", "validation", "test")
    rows = "\n".join(f"| {name} | {len(set(side.subjects))} | {len(side.labels)} | {figures[name]:.4f} |" for name, side in zip(names, sides))
    keys = "\n".join(f"- {key}: {list(value) if isinstance(value, tuple) else value}" for key, value in config._asdict().items())
    return (
        f"# face_state.tflite\n\n64x64 grey (0-1, float32) in; P(alert), P(drowsy) out. {size} bytes.\n\n"
        f"| part | subjects | pictures | accuracy |\n|---|---|---|---|\n{rows}\n\n"
        f"Split by subject: nobody is on two sides. Trained by dashboard/train with\n\n{keys}\n"
    )


def run(options: argparse.Namespace) -> int:
    """Everything, in order. Writes nothing unless all of it worked."""
    config = face_config.load(options.config)
    faces = face_data.load(options.data, config.num_workers)
    sides = face_data.parts(faces, config)
    train, validation, test = sides
    print(f"{len(faces.labels)} pictures of {len(set(faces.subjects))} subjects, {int(faces.labels.sum())} drowsy", flush=True)

    # Here, and not above: a wrong folder should not wait for TensorFlow to load.
    import tensorflow as tf

    import face_model

    tf.keras.utils.set_random_seed(config.seed)
    tf.config.experimental.enable_op_determinism()
    model = face_model.build()
    model.compile(
        tf.keras.optimizers.AdamW(learning_rate=config.learning_rate, weight_decay=config.weight_decay),
        "sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    change = tf.keras.Sequential(
        [
            tf.keras.layers.RandomFlip("horizontal", seed=config.seed),
            tf.keras.layers.RandomRotation(ROTATION, seed=config.seed),
            tf.keras.layers.RandomZoom(ZOOM, seed=config.seed),
        ]
    )

    def batches(part: face_data.FaceSet) -> tf.data.Dataset:
        grey = (part.grey[..., None] / 255).astype(np.float32)
        return tf.data.Dataset.from_tensor_slices((grey, part.labels))

    # The rarer class counts for more, so that both count the same.
    counts = np.bincount(train.labels, minlength=len(config.class_names))
    weights = {label: len(train.labels) / (len(counts) * count) for label, count in enumerate(counts)}
    model.fit(
        batches(train).shuffle(len(train.labels), seed=config.seed).batch(config.batch_size).map(lambda x, y: (change(x, training=True), y)),
        validation_data=batches(validation).batch(config.batch_size),
        epochs=config.epochs,
        class_weight=weights,
        verbose=2,
    )
    tflite = face_model.to_tflite(model)
    figures = {name: accuracy_of(tflite, side) for name, side in zip(("train", "validation", "test"), sides)}
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "face_state.tflite").write_bytes(tflite)
    (options.out / "face_state.md").write_text(card(config, sides, figures, len(tflite)), encoding="utf-8")
    print(f"test accuracy {figures['test']:.4f}  {len(tflite)} bytes", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(run(parse_arguments(sys.argv[1:])))
    except (face_config.ConfigError, face_data.DataError) as error:
        sys.exit(f"train_face: {error}")
