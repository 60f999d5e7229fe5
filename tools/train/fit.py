"""Trains the network. One loop, one schedule, no choice of epoch: the last weights are the result."""

import math
import time

import numpy as np
import tensorflow as tf

import metrics
from augment import augment
from data import EyeSet, sampling_weights
from model import WEIGHT_DECAY

BATCH = 256
LABEL_SMOOTHING = 0.04  # MRL has lids half way down and a few wrong labels: do not force certainty
LEARNING_RATE = 3e-3
WARM_UP_FRACTION = 0.05


def predict(model: tf.keras.Model, grey: np.ndarray, batch: int = 1024) -> np.ndarray:
    """P(closed) float32 [n] of uint8 [n, 32, 32]."""
    parts = [model(grey[i : i + batch, :, :, None].astype(np.float32) / 255.0, training=False) for i in range(0, len(grey), batch)]
    return np.concatenate([part.numpy()[:, 0] for part in parts])


def learning_rate(step: int, steps: int) -> float:
    """A short linear warm-up, then half a cosine down to zero."""
    warm_up = max(1, int(WARM_UP_FRACTION * steps))
    if step < warm_up:
        return LEARNING_RATE * (step + 1) / warm_up
    return LEARNING_RATE * 0.5 * (1.0 + math.cos(math.pi * (step - warm_up) / (steps - warm_up)))


def fit(model: tf.keras.Model, train: EyeSet, validation: EyeSet, epochs: int, seed: int) -> None:
    """Train in place. An epoch is as many draws as there are training crops; prints the validation figures after each."""
    rng = np.random.default_rng(seed)
    cumulative = np.cumsum(sampling_weights(train))
    labels = train.closed.astype(np.float32)
    optimiser = tf.keras.optimizers.AdamW(learning_rate=LEARNING_RATE, weight_decay=WEIGHT_DECAY, global_clipnorm=1.0)
    optimiser.exclude_from_weight_decay(var_names=["bias", "gamma", "beta"])
    loss_of = tf.keras.losses.BinaryCrossentropy(label_smoothing=LABEL_SMOOTHING)

    @tf.function(reduce_retracing=True)
    def step_of(source: tf.Tensor, closed: tf.Tensor, step_seed: tf.Tensor) -> tf.Tensor:
        grey = augment(source, step_seed)
        with tf.GradientTape() as tape:
            loss = loss_of(closed[:, None], model(grey, training=True))
        optimiser.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    per_epoch = len(labels) // BATCH
    steps = epochs * per_epoch
    for epoch in range(epochs):
        started, losses = time.monotonic(), []
        for i in range(per_epoch):
            step = epoch * per_epoch + i
            optimiser.learning_rate.assign(learning_rate(step, steps))
            index = np.minimum(np.searchsorted(cumulative, rng.random(BATCH)), len(labels) - 1)
            losses.append(step_of(tf.constant(train.source[index]), tf.constant(labels[index]), tf.constant(step, tf.int32)))
        p = predict(model, validation.input)
        print(
            f"epoch {epoch + 1}/{epochs}  loss {np.mean([float(x) for x in losses]):.4f}  "
            f"validation accuracy {metrics.accuracy(p, validation.closed):.4f}  auc {metrics.auc(p, validation.closed):.4f}  "
            f"{time.monotonic() - started:.0f} s",
            flush=True,
        )
