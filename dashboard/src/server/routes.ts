/** Every resource of the dashboard. */

import type { MonitorSettings } from "../../../src/monitor/settings";
import { formatVerdict } from "../../../src/monitor/trace";
import { ConfigError, checkChange } from "../config/keys";
import { changeSettings, configOf } from "../config/settings";
import type { Dashboard } from "../dashboard";
import { duration, replay, verdicts } from "../trace/replay";
import { loadTrace, type Trace } from "../trace/trace";
import { readJson, readText } from "./body";
import { MJPEG_TYPE, type MjpegStream } from "./mjpeg";
import { pageRoutes } from "./page";
import { HttpError, send, sendJson } from "./reply";
import type { Resource, Routes } from "./server";

const CONFIG_MAX = 4096;
const TRACE_MAX = 32 * 1024 * 1024;
const NDJSON = "application/x-ndjson";

function checked(body: unknown) {
  try {
    return checkChange(body);
  } catch (error) {
    if (error instanceof ConfigError) throw new HttpError(400, error.message, error.field);
    throw error;
  }
}

function stream(source: MjpegStream): Resource {
  return {
    GET(request, response) {
      if (request.method === "HEAD") send(response, 200, MJPEG_TYPE, "");
      else if (!source.attach(response)) throw new HttpError(503, "there are too many viewers");
    },
  };
}

function heldTrace({ traces }: Dashboard): Trace {
  if (traces.held) return traces.held;
  throw new HttpError(404, "there is no trace: record one, or load one");
}

/** Has the member `name` of a JSON object checked; other members are refused. */
function member(body: unknown, name: string): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new HttpError(400, "the body must be a JSON object");
  }
  const other = Object.keys(body).find((key) => key !== name);
  if (other !== undefined) throw new HttpError(400, `unknown key ${JSON.stringify(other)}`, other);
  return (body as Record<string, unknown>)[name];
}

function traceRoutes(dashboard: Dashboard): [string, Resource][] {
  const { traces, engine } = dashboard;
  const summary = (trace: Trace) => ({ frames: trace.lines.length, duration_s: duration(trace) });
  return [
    [
      "/trace",
      {
        GET: (_request, response) =>
          send(response, 200, NDJSON, `${heldTrace(dashboard).lines.join("\n")}\n`, {
            "Content-Disposition": 'attachment; filename="trace.jsonl"',
          }),
        async POST(request, response) {
          const text = await readText(request, TRACE_MAX);
          const trace = await loadTrace(text).catch((error: Error) => {
            throw new HttpError(400, error.message);
          });
          traces.hold(trace);
          sendJson(response, summary(trace));
        },
      },
    ],
    [
      "/trace/record",
      {
        async POST(request, response) {
          const on = member(await readJson(request, CONFIG_MAX), "on");
          if (typeof on !== "boolean") throw new HttpError(400, "on must be true or false", "on");
          if (on) traces.start(engine.session.settings);
          else traces.stop();
          sendJson(response, traces.status);
        },
      },
    ],
    [
      "/trace/verdicts",
      {
        async GET(_request, response) {
          const trace = heldTrace(dashboard);
          const lines: string[] = [];
          await verdicts(trace, trace.settings, (v) => lines.push(`${formatVerdict(v)}\n`));
          send(response, 200, NDJSON, lines.join(""));
        },
      },
    ],
    [
      "/trace/replay",
      {
        async POST(request, response) {
          const wanted = member(await readJson(request, CONFIG_MAX), "config");
          const change = wanted === undefined ? null : checked(wanted);
          const trace = heldTrace(dashboard);
          const settings = change ? changeSettings(trace.settings, change) : engine.session.settings;
          const { frames, duration_s } = summary(trace);
          const fps = duration_s > 0 ? (frames - 1) / duration_s : 0;
          const run = async (s: MonitorSettings) => ({
            config: configOf(s, engine.config, fps),
            ...(await replay(trace, s)),
          });
          sendJson(response, {
            frames,
            duration_s,
            original: await run(trace.settings),
            changed: await run(settings),
          });
        },
      },
    ],
  ];
}

export function dashboardRoutes(dashboard: Dashboard): Routes {
  const { engine } = dashboard;
  return new Map<string, Resource>([
    ...pageRoutes(),
    ["/stream", stream(dashboard.streams.annotated)],
    ["/input-stream", stream(dashboard.streams.input)],
    ["/eye-stream", stream(dashboard.streams.eyes)],
    [
      "/snapshot.jpg",
      {
        GET(_request, response) {
          const jpeg = dashboard.annotatedJpeg();
          if (jpeg === null) throw new HttpError(503, "no frame has been captured yet");
          send(response, 200, "image/jpeg", jpeg);
        },
      },
    ],
    ["/state", { GET: (_request, response) => sendJson(response, dashboard.state) }],
    [
      "/config",
      {
        async POST(request, response) {
          sendJson(response, engine.configure(checked(await readJson(request, CONFIG_MAX))));
        },
      },
    ],
    [
      "/reset",
      {
        POST(_request, response) {
          engine.reset();
          sendJson(response, { ok: true });
        },
      },
    ],
    ...traceRoutes(dashboard),
  ]);
}
