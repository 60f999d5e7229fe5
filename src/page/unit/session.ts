/** The page's tie to its unit: the newest status, whether the unit answers, and what was seen of it so far. */
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { get, Refused } from "./api";
import type { Status } from "./documents";
import { History } from "./history";
import { Poller } from "./poller";
import { TraceRecorder } from "./trace";

/** A status is old after this. [ours: a driver must not look at more than two seconds that are over] */
const AWAY_MS = 2000;

export class Session {
  /** The newest; null before the first. Old while `away`. */
  status: Status | null = null;
  away = false;
  /** Rises whenever the unit came back or started anew: what hangs on a connection is then made anew. */
  epoch = 0;
  readonly history = new History();
  readonly trace = new TraceRecorder();
  readonly poller: Poller;
  #status_ms = 0;
  readonly #watchers = new Set<() => void>();

  constructor() {
    this.poller = new Poller(
      {
        get,
        now_ms: () => performance.now(),
        later: (action, wait_ms) => {
          const timer = setTimeout(action, Math.ceil(wait_ms));
          return () => clearTimeout(timer);
        },
      },
      {
        path: "/api/status",
        every_ms: 0,
        onDocument: (document) => this.#onStatus(document as Status),
        onFailure: () => this.#onFailure(),
      },
    );
  }

  /** Polls while the page is seen. */
  start(): void {
    const follow = () => {
      this.poller.run(!document.hidden);
      this.#tell();
    };
    document.addEventListener("visibilitychange", follow);
    follow();
  }

  /** Calls `watcher` on every change. Returns what ends that. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #onStatus(status: Status): void {
    if (this.away || (this.status && status.uptime_ms < this.status.uptime_ms)) this.epoch++;
    this.away = false;
    this.status = status;
    this.#status_ms = performance.now();
    this.history.add(status);
    this.trace.add(status);
    this.#tell();
  }

  #onFailure(): void {
    // One answer may be lost, or refused because too many ask at a time.
    if (this.status && performance.now() - this.#status_ms < AWAY_MS) return;
    this.away = true;
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

export const SessionContext = createContext<Session>(null as unknown as Session);

/** The session; the component is drawn anew on every change of it. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  const [, redraw] = useState(0);
  useEffect(() => session.watch(() => redraw((n) => n + 1)), [session]);
  return session;
}

export interface Polling<T> {
  readonly document: T | null;
  /** What the unit said instead; empty while all is well or the unit is away. */
  readonly failure: string;
  /** Shows a document that came as the answer to something else. */
  show(document: T): void;
}

/** The document at `path`, asked for again and again while the component is there; a null path asks for nothing. */
export function useDocument<T>(path: string | null, every_ms: number): Polling<T> {
  const session = useContext(SessionContext);
  const [document, show] = useState<T | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    if (path === null) return;
    return session.poller.add({
      path,
      every_ms,
      onDocument: (next) => {
        show(next as T);
        setFailure("");
      },
      onFailure: (error) => setFailure(error instanceof Refused ? error.message : ""),
    });
  }, [session, path, every_ms]);
  return { document, failure, show };
}
