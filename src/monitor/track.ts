import { choose } from "./candidates";
import { continuity, type Reject } from "./gate";
import { Geometry } from "./geometry";
import type { Detection } from "./observation";
import type { MonitorSettings } from "./settings";

/**
 * Follows one face from detection to detection: confirms it, holds it while detections are missed, refuses what
 * cannot be the same face, and takes up another one only when the first is really gone.
 */
export class FaceTrack {
  /** The confirmed face, fresh or held; null while nobody is confirmed. */
  face: Detection | null = null;
  /** A face that is not confirmed yet. */
  pending: Detection | null = null;
  /** Detection attempts since the confirmed face was last accepted. */
  misses = 0;
  /** The last attempt accepted a face, be it for the confirmed or for a pending track. */
  found = false;
  /** Why the last attempt accepted none of its candidates; `ok` where it did, or where there were none. */
  reject: Reject = "ok";
  /** Attempts since boot that ended in a refusal. */
  rejected = 0;
  /** Geometry of the face that was last accepted. */
  readonly geometry = new Geometry();
  private readonly scratch = new Geometry();
  private pending_count = 0;

  /** The confirmed face was seen in the last attempt. */
  get fresh(): boolean {
    return this.face !== null && this.misses === 0;
  }

  /** The face to crop the next eye from: the confirmed one, else the pending one, so that eyes are seen early. */
  get target(): Detection | null {
    return this.face ?? this.pending;
  }

  /** Takes what one detection attempt found. */
  update(candidates: readonly Detection[], s: MonitorSettings): void {
    const choice = choose(candidates, this.face ?? this.pending, this.scratch, s);
    this.found = choice.face !== null;
    this.reject = choice.reject;
    if (this.face === null) this.advancePending(choice.face, s);
    else if (choice.face !== null && this.mayFollow(this.face, choice.face, s)) this.follow(choice.face);
    else this.miss(candidates, s);
    if (this.reject !== "ok") this.rejected += 1;
  }

  /** Forgets the faces; the count of refusals since boot stays. */
  reset(): void {
    this.face = null;
    this.dropPending();
    this.misses = 0;
    this.found = false;
    this.reject = "ok";
    this.geometry.clear();
  }

  /** Does `to` continue `from`? Leaves jump or scale in `reject` where not; an advisory gate lets it pass all the same. */
  private mayFollow(from: Detection, to: Detection, s: MonitorSettings): boolean {
    const verdict = continuity(from, to, s);
    if (verdict !== "ok") this.reject = verdict;
    this.found = verdict === "ok" || s.FACE_GATE_ENFORCE === 0;
    return this.found;
  }

  private follow(d: Detection): void {
    this.face = d;
    this.dropPending();
    this.misses = 0;
    this.geometry.measure(d.lm);
  }

  /** Nothing continues the confirmed face. After enough of that, another face may begin its own track beside it. */
  private miss(candidates: readonly Detection[], s: MonitorSettings): void {
    const may_start = this.misses >= s.FACE_REACQUIRE_AFTER;
    this.misses += 1;
    if (this.misses >= s.FACE_HOLD_DETECTIONS) {
      this.face = null;
      this.misses = 0;
    }
    if (!may_start) {
      this.dropPending();
      return;
    }
    const choice = choose(candidates, this.pending, this.scratch, s);
    this.found = choice.face !== null;
    this.reject = choice.reject;
    this.advancePending(choice.face, s);
  }

  /** Confirms after FACE_CONFIRM_DETECTIONS in a row that continue each other; anything else starts the count over. */
  private advancePending(d: Detection | null, s: MonitorSettings): void {
    if (d === null) {
      this.dropPending();
      return;
    }
    const continues = this.pending !== null && continuity(this.pending, d, s) === "ok";
    this.pending_count = continues ? this.pending_count + 1 : 1;
    this.pending = d;
    this.geometry.measure(d.lm);
    if (this.pending_count >= s.FACE_CONFIRM_DETECTIONS) this.follow(d);
  }

  private dropPending(): void {
    this.pending = null;
    this.pending_count = 0;
  }
}
