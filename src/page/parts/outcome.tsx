/** How an action went: said to screen readers when it changes, and never moving what stands below. */
export function Outcome({ text, failed = false }: { text: string; failed?: boolean }) {
  return (
    <p class={`outcome ${failed ? "failed" : ""}`} role="status">
      {text || "\u00a0"}
    </p>
  );
}
