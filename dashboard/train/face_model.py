"""The network: 64x64 grey in, P(alert) and P(drowsy) out."""

import tensorflow as tf

from face_config import CLASS_NAMES, IMAGE_SIZE

# (filters, stride) of each 3x3 convolution: small enough for one core beside the face detector.
LAYERS = ((16, 2), (32, 2), (48, 2), (64, 2))


def build() -> tf.keras.Model:
    """An untrained model: float32 [n, 64, 64, 1] in 0..1 to float32 [n, 2], adding up to 1."""
    inputs = tf.keras.Input((IMAGE_SIZE, IMAGE_SIZE, 1), name="grey")
    x = inputs
    for i, (filters, stride) in enumerate(LAYERS):
        x = tf.keras.layers.Conv2D(filters, 3, stride, "same", use_bias=False, name=f"conv{i}")(x)
        x = tf.keras.layers.BatchNormalization(momentum=0.9, name=f"norm{i}")(x)
        x = tf.keras.layers.ReLU(name=f"relu{i}")(x)
    x = tf.keras.layers.Flatten(name="flatten")(x)
    x = tf.keras.layers.Dropout(0.3, name="dropout")(x)
    outputs = tf.keras.layers.Dense(len(CLASS_NAMES), activation="softmax", name="classes")(x)
    return tf.keras.Model(inputs, outputs, name="face_state")


def to_tflite(model: tf.keras.Model) -> bytes:
    """The model for one picture at a time, float32 at the edges, weights of the convolutions in 8 bits."""
    grey = tf.keras.Input((IMAGE_SIZE, IMAGE_SIZE, 1), batch_size=1, name="grey")
    converter = tf.lite.TFLiteConverter.from_keras_model(tf.keras.Model(grey, model(grey, training=False)))
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    return converter.convert()
