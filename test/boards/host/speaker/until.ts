/** Waits until something is so; rejected after 4 s. */
export async function until(done: () => boolean): Promise<void> {
  const end_ms = Date.now() + 4000;
  while (!done()) {
    if (Date.now() > end_ms) throw new Error(`not within 4 s: ${done}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
