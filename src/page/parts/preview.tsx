/** The live picture with what the unit sees in it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../unit/session";
import { useWords } from "../words/words";
import { drawOverlay } from "./overlay";

/** Between two single pictures: a fallback must not cost more than the stream. */
const SINGLE_MS = 500;
/** The stream is tried again this long after it failed: its four places may all be taken. */
const STREAM_RETRY_MS = 15_000;
/** The unit counts no viewer for so many statuses: the stream ended without a word. */
const UNWATCHED_MAX = 15;

type Mode = "stream" | "single" | "none";

/** Where the picture comes from now; `attempt` rises to ask for it anew. */
function usePicture(port: number, wanted: boolean, epoch: number) {
  const [mode, setMode] = useState<Mode>("none");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setMode(wanted && port > 0 ? "stream" : "none");
    setAttempt((n) => n + 1);
  }, [wanted, port, epoch]);
  useEffect(() => {
    if (mode !== "single") return;
    const timer = setTimeout(() => setMode("stream"), STREAM_RETRY_MS);
    return () => clearTimeout(timer);
  }, [mode]);
  const later = useRef(0);
  useEffect(() => () => clearTimeout(later.current), []);
  const next = (wait_ms: number) => {
    clearTimeout(later.current);
    later.current = window.setTimeout(() => setAttempt((n) => n + 1), wait_ms);
  };
  return {
    mode,
    path: mode === "none" || port === 0 ? null : `${mode === "stream" ? "stream" : "frame"}?${attempt}`,
    onLoad() {
      if (mode === "single") next(SINGLE_MS);
    },
    onError() {
      if (mode === "stream") setMode("single");
      else next(4 * SINGLE_MS);
    },
    restart: () => setAttempt((n) => n + 1),
  };
}

interface PictureProps {
  readonly address: string;
  onLoad(): void;
  onError(): void;
}

function Picture({ address, onLoad, onError }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  // A stream goes on in an image that was taken off the page: its place at the unit has to be given back.
  useEffect(() => {
    const taken = image.current;
    return () => taken?.removeAttribute("src");
  }, []);
  const alt = useWords().drive.preview;
  return <img ref={image} src={address} alt={alt} width="480" height="480" onLoad={onLoad} onError={onError} />;
}

export function Preview() {
  const session = useSession();
  const words = useWords();
  const { status, away, epoch } = session;
  const port = status?.stream.port ?? 0;
  const picture = usePicture(port, !document.hidden && !away, epoch);
  const { mode, path, restart } = picture;

  const unwatched = useRef(0);
  const uptime_ms = status?.uptime_ms ?? 0;
  useEffect(() => {
    unwatched.current = mode === "stream" && status?.stream.viewers === 0 ? unwatched.current + 1 : 0;
    if (unwatched.current < UNWATCHED_MAX) return;
    unwatched.current = 0;
    restart();
  }, [uptime_ms]);

  const canvas = useRef<HTMLCanvasElement>(null);
  const live = !away && status?.presence.health === "ok";
  useEffect(() => {
    const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
    if (!canvas.current) return;
    drawOverlay(canvas.current, live ? status : null, {
      found: colour("--seen"),
      held: colour("--warn"),
      open: colour("--landmark"),
      closed: colour("--bad-line"),
    });
  }, [uptime_ms, live]);

  const visible = live && mode !== "none";
  return (
    <div class={`preview ${visible ? "" : "dim"}`}>
      {path !== null && (
        <Picture
          key={mode === "stream" ? path : "single"}
          address={`http://${location.hostname}:${port}/${path}`}
          onLoad={picture.onLoad}
          onError={picture.onError}
        />
      )}
      <canvas ref={canvas} width="480" height="480" />
      {!visible && <p class="no_picture">{words.drive.no_picture}</p>}
      {visible && mode === "single" && <p class="single">{words.drive.single}</p>}
    </div>
  );
}
