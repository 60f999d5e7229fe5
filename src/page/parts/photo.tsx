/** A stored picture of the unit. The unit serves few connections at a time: a picture that is refused is asked for again. */
import { useEffect, useState } from "preact/hooks";

/** Doubled from try to try. */
const RETRY_MS = 800;
const TRIES_MAX = 6;

interface PhotoProps {
  readonly id: string;
  /** Empty where the words beside it say the same. */
  readonly alt: string;
  readonly side: number;
  readonly class?: string;
}

export function Photo({ id, alt, side, class: name }: PhotoProps) {
  const [failed, setFailed] = useState(0);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (failed === 0 || failed > TRIES_MAX) return;
    const timer = setTimeout(() => setTries(failed), RETRY_MS * 2 ** (failed - 1));
    return () => clearTimeout(timer);
  }, [failed]);
  const again = tries > 0 ? `&again=${tries}` : "";
  return (
    <img
      class={name}
      src={`/api/event?id=${id}${again}`}
      alt={alt}
      width={side}
      height={side}
      loading="lazy"
      onError={() => setFailed(tries + 1)}
    />
  );
}
