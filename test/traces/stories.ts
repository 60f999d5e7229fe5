/** The drives whose traces are committed here, and what must be announced in each, and between which seconds. */
import type { AlertReason } from "../../src/monitor/reason";
import { formatObservation } from "../../src/monitor/trace";
import { Drive } from "../monitor/driver";

export interface Expected {
  readonly reason: AlertReason;
  readonly from_s: number;
  readonly to_s: number;
}

export interface TraceStory {
  readonly name: string;
  readonly drive: Drive;
  readonly announced: readonly Expected[];
}

export const STORIES: readonly TraceStory[] = [
  {
    name: "awake-15fps",
    drive: new Drive({ fps: 15, seed: 11 }).awake(60),
    announced: [],
  },
  {
    name: "microsleep-25fps",
    drive: new Drive({ fps: 25, seed: 12 }).awake(8.3).closeEyes(3).awake(5),
    announced: [{ reason: "microsleep", from_s: 9.3, to_s: 10.3 }],
  },
  {
    name: "drowsy-5fps",
    drive: new Drive({ fps: 5, seed: 13, glasses: true }).awake(20.1).slowBlinks(20, 0.4),
    announced: [{ reason: "drowsy", from_s: 20.1, to_s: 30.1 }],
  },
  {
    name: "yawning-10fps",
    drive: new Drive({ fps: 10, seed: 14 }).awake(10).yawn(4).awake(8).yawn(4).awake(4),
    announced: [{ reason: "yawning", from_s: 11.5, to_s: 14 }],
  },
  {
    name: "head-nod-15fps",
    drive: new Drive({ fps: 15, seed: 15, eye_dist: 40 }).awake(10).nod(1.2).awake(6),
    announced: [{ reason: "head_nod", from_s: 11, to_s: 13 }],
  },
  {
    name: "leaves-and-returns-10fps",
    drive: new Drive({ fps: 10, seed: 16 }).awake(8).leave(12).awake(4).leave(8),
    announced: [
      { reason: "no_driver", from_s: 12.2, to_s: 12.6 },
      { reason: "no_driver", from_s: 28.2, to_s: 28.6 },
    ],
  },
  {
    name: "faults-10fps",
    drive: new Drive({ fps: 10, seed: 17 }).awake(7).leave(3).deadCamera(6).leave(4).failedModel(3).leave(4).awake(4),
    announced: [],
  },
  {
    name: "poor-camera-10fps",
    drive: new Drive({ fps: 10, seed: 18, camera: "poor" }).awake(12).closeEyes(3).awake(12).yawn(5).awake(8).leave(10),
    announced: [
      { reason: "microsleep", from_s: 13, to_s: 14 },
      { reason: "yawning", from_s: 28.5, to_s: 32 },
      { reason: "no_driver", from_s: 44, to_s: 46 },
    ],
  },
];

/** The trace of a story, as the recorder of the unit would have written it. */
export function traceOf({ drive }: TraceStory): string {
  let trace = "";
  for (const frame of drive.frames()) trace += `${formatObservation(frame)}\n`;
  return trace;
}
