/** Stand-in for the npm package process-nextick-args: only a stream with `cork` would call it, and there is none. */
exports.nextTick = () => {
  throw new Error("mqtt-packet writes into no stream here");
};
