import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { WebSocket } from "ws";
import { ACCESS_CHANGED_CHANNEL } from "../auth/session_store";
import type { Claims, Services } from "../http/principal";
import { problem } from "../http/problem";
import { loadAccess } from "./access";
import { LIVE_CHANNEL } from "./emit";
import { Feed } from "./feed";
import type { Position } from "./position";
import { CLOSE } from "./protocol";
import { LiveSocket, type SocketHost, type SocketLimits } from "./socket";
import { LIVE_EVENTS_KEPT_H, presentPosition } from "./store";

export interface HubLimits extends SocketLimits {
  heartbeat_ms: number;
  /** Sockets of this process. */
  max_sockets: number;
  /** Of those, how many may not have said yet who they are. */
  max_strangers: number;
}

/** Rights are looked at anew so often even when nobody says that they have changed: sessions run out by themselves. */
const RECHECK_MS = 60_000;

/** All live sockets of this process, and one feed for each tenant that has any. */
export class LiveHub implements SocketHost {
  readonly #sockets = new Set<LiveSocket>();
  readonly #feeds = new Map<string, Feed>();
  readonly #timers: NodeJS.Timeout[] = [];
  #listening: Promise<(() => Promise<void>)[]> | null = null;
  #looks = 0;
  #closed = false;

  constructor(
    readonly services: Services,
    readonly log: FastifyBaseLogger,
    readonly limits: HubLimits,
  ) {}

  add(ws: WebSocket, raw: Socket): void {
    const socket = new LiveSocket(ws, raw, this, this.limits);
    this.#sockets.add(socket);
    if (this.#closed) {
      socket.close(CLOSE.going_away, "SHUTTING_DOWN");
      return;
    }
    const strangers = [...this.#sockets].reduce((count, { waiting }) => count + (waiting ? 1 : 0), 0);
    if (this.#sockets.size > this.limits.max_sockets || strangers > this.limits.max_strangers) {
      socket.close(CLOSE.try_later, "LIMIT_REACHED");
    }
  }

  verify(token: string): Promise<Claims> {
    return this.services.authenticator.verify(token);
  }

  async enter(socket: LiveSocket, claims: Claims, cursor: Position | null): Promise<{ complete: boolean }> {
    // Before anything is read: what changes from here on is told to us.
    await this.#listen();
    const { db, authenticator } = this.services;
    const number = ++this.#looks;
    const now = this.services.now();
    const { access, present } = await db.asTenant(claims.tenant_id, async (tx) => ({
      access: await loadAccess(tx, authenticator, claims),
      present: await presentPosition(tx, now),
    }));
    // A cursor from beyond the present is of another database.
    if (cursor !== null && BigInt(cursor.xid) > BigInt(present.xid)) throw problem("CURSOR_INVALID");
    socket.position = cursor ?? present;
    socket.allow(access, number);
    return { complete: socket.position.at_ms >= now.getTime() - LIVE_EVENTS_KEPT_H * 3_600_000 };
  }

  follow(socket: LiveSocket, { tenant_id }: Claims): void {
    if (this.#sockets.has(socket)) this.#feed(tenant_id).join(socket);
  }

  drained(socket: LiveSocket): void {
    if (socket.claims !== null) this.#feeds.get(socket.claims.tenant_id)?.wake();
  }

  left(socket: LiveSocket): void {
    this.#sockets.delete(socket);
    if (socket.claims === null) return;
    const feed = this.#feeds.get(socket.claims.tenant_id);
    feed?.leave(socket);
    if (feed?.size !== 0) return;
    feed.close();
    this.#feeds.delete(socket.claims.tenant_id);
  }

  onFault(error: Error): void {
    this.log.error({ err: error }, "live events could not be read");
  }

  /** Says goodbye to everybody; resolves when the last socket is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    const gone = [...this.#sockets].map((socket) => new Promise<void>((done) => socket.ws.once("close", () => done())));
    for (const socket of this.#sockets) socket.close(CLOSE.going_away, "SHUTTING_DOWN");
    await Promise.all(gone);
    for (const feed of this.#feeds.values()) feed.close();
    for (const stop of (await this.#listening?.catch(() => [])) ?? []) await stop();
  }

  #isCurrent(socket: LiveSocket): boolean {
    const { claims } = socket;
    return claims !== null && this.#feeds.get(claims.tenant_id)?.isCurrent(socket) === true;
  }

  #feed(tenant_id: string): Feed {
    let feed = this.#feeds.get(tenant_id);
    if (feed === undefined) {
      feed = new Feed(this.services.db, tenant_id, (error) => this.onFault(error));
      this.#feeds.set(tenant_id, feed);
    }
    return feed;
  }

  /** With the first socket. */
  #listen(): Promise<unknown> {
    this.#listening ??= this.#follow().catch((error: Error) => {
      this.#listening = null;
      throw error;
    });
    return this.#listening;
  }

  async #follow(): Promise<(() => Promise<void>)[]> {
    const { db, now } = this.services;
    const events = await db.listen(LIVE_CHANNEL, (tenant_id) => {
      if (tenant_id !== null) this.#feeds.get(tenant_id)?.wake();
      else for (const feed of this.#feeds.values()) feed.wake();
    });
    const changes = await db.listen(ACCESS_CHANGED_CHANNEL, (user_id) => void this.#recheck(user_id));
    this.#timers.push(
      setInterval(() => {
        for (const socket of this.#sockets) socket.heartbeat(now(), this.#isCurrent(socket));
      }, this.limits.heartbeat_ms),
      setInterval(() => void this.#recheck(null), RECHECK_MS),
    );
    return [events, changes];
  }

  /** Looks again at what people may see. @param user_id null: everybody */
  async #recheck(user_id: string | null): Promise<void> {
    const by_session = new Map<string, { claims: Claims; sockets: LiveSocket[] }>();
    for (const socket of this.#sockets) {
      const { claims } = socket;
      if (claims === null || (user_id !== null && claims.user_id !== user_id)) continue;
      const entry = by_session.get(claims.session_id) ?? { claims, sockets: [] };
      entry.sockets.push(socket);
      by_session.set(claims.session_id, entry);
    }
    const { db, authenticator } = this.services;
    for (const { claims, sockets } of by_session.values()) {
      const number = ++this.#looks;
      try {
        const access = await db.asTenant(claims.tenant_id, (tx) => loadAccess(tx, authenticator, claims));
        for (const socket of sockets) socket.allow(access, number);
      } catch (error) {
        for (const socket of sockets) socket.refuse(error);
      }
    }
  }
}
