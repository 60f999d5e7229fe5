/** MQTT: how publishing goes, and its whole configuration. */
import { useRef, useState } from "preact/hooks";
import { Card } from "../parts/card";
import { Outcome } from "../parts/outcome";
import { useAction } from "../unit/action";
import { post, Refused } from "../unit/api";
import type { MqttDocument } from "../unit/documents";
import { seconds } from "../unit/format";
import { type Polling, useDocument } from "../unit/session";
import { useWords } from "../words/words";
import { MqttField } from "./mqtt_field";
import { changed, type Draft, edit, GROUPS, preset, valuesOf } from "./mqtt_form";

const MQTT_MS = 1000;
const COUNTERS = ["published", "acked", "dropped", "suppressed", "rejected", "connects"] as const;
const TRANSPORTS = ["tls", "tcp", "wss", "ws"] as const;

function Publishing({ document: { config, status } }: { document: MqttDocument }) {
  const words = useWords().mqtt;
  const action = useAction();
  const test = () =>
    action.run(async () => {
      try {
        const { queued_depth } = await post<{ queued_depth: number }>("/api/mqtt/test");
        return words.test_ok(queued_depth);
      } catch (error) {
        if (error instanceof Refused && error.status === 409) return words.test_off;
        throw error;
      }
    });
  return (
    <Card title={words.state} aside={<span class={`badge ${status.state}`}>{status.state}</span>}>
      <p class={`sentence ${status.state}`} role="status">
        {words.states[status.state]}
      </p>
      <p class="note">
        {config.uri}
        {status.retry_ms > 0 ? ` · ${words.retry(seconds(status.retry_ms))}` : ""}
      </p>
      <p class={status.queued > 0 ? "warning" : "note"}>{words.queued(status.queued, status.capacity)}</p>
      <dl class="figures">
        {COUNTERS.map((name) => (
          <div key={name}>
            <dt>{words.counters[name]}</dt>
            <dd>{status[name]}</dd>
          </div>
        ))}
      </dl>
      {status.error !== "" && (
        <p>
          {words.error}: <code lang="en">{status.error}</code>
        </p>
      )}
      <div class="row">
        <button type="button" disabled={action.busy} onClick={test}>
          {words.test}
        </button>
      </div>
      <Outcome text={action.result} failed={action.failed} />
      <h3>{words.topics}</h3>
      <p class="topics">
        {words.topic_alerts} <code>{config.topics.alerts}</code>
        <br />
        {words.topic_status} <code>{config.topics.status}</code>
      </p>
    </Card>
  );
}

function Configuration({ document, show }: { document: MqttDocument; show: Polling<MqttDocument>["show"] }) {
  const words = useWords().mqtt;
  const { config, nvs } = document;
  const [draft, setDraft] = useState<Draft>({});
  const [fault, setFault] = useState({ field: "", text: "" });
  const form = useRef<HTMLFormElement>(null);
  const action = useAction();
  const values = valuesOf(config, draft);
  const change = (next: Draft) => {
    setDraft(next);
    action.clear();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    setFault({ field: "", text: "" });
    void action.run(async () => {
      const fields = changed(config, draft);
      if (Object.keys(fields).length === 0) return words.nothing;
      try {
        show(await post<MqttDocument>("/api/mqtt", fields));
      } catch (error) {
        if (error instanceof Refused && error.field !== "") {
          setFault({ field: error.field, text: error.message });
          const blamed = form.current?.querySelector<HTMLElement>(`#mqtt_${error.field}`);
          blamed?.focus();
          blamed?.scrollIntoView({ block: "center" });
        }
        throw error;
      }
      setDraft({});
      return words.saved;
    });
  };
  return (
    <Card title={words.form}>
      {!nvs && <p class="warning">{words.nvs}</p>}
      <form ref={form} onSubmit={submit} noValidate>
        <fieldset class="presets">
          <legend>{words.presets}</legend>
          <div class="row">
            {TRANSPORTS.map((transport) => (
              <button key={transport} type="button" onClick={() => change(preset(config, draft, transport))}>
                {transport.toUpperCase()}
              </button>
            ))}
          </div>
          <p class="note">{words.public}</p>
        </fieldset>
        {GROUPS.map(({ name: group, fields }) => {
          const shown = fields.filter((field) => field.shown?.(values, config) ?? true);
          if (shown.length === 0) return null;
          return (
            <fieldset key={group}>
              <legend>{words.groups[group]}</legend>
              <div class="fields">
                {shown.map((field) => (
                  <MqttField
                    key={field.name}
                    field={field}
                    config={config}
                    value={values[field.name]}
                    fault={fault.field === field.name ? fault.text : ""}
                    onValue={(value) => change(edit(config, draft, field.name, value))}
                  />
                ))}
              </div>
            </fieldset>
          );
        })}
        <div class="row save">
          <button type="submit" class="primary" disabled={action.busy}>
            {words.save}
          </button>
          <button type="button" disabled={Object.keys(draft).length === 0} onClick={() => change({})}>
            {words.revert}
          </button>
          <Outcome text={action.result} failed={action.failed} />
        </div>
      </form>
    </Card>
  );
}

export function MqttView() {
  const { document, show } = useDocument<MqttDocument>("/api/mqtt", MQTT_MS);
  if (!document) return <div class="card waiting" />;
  return (
    <div class="columns">
      <Publishing document={document} />
      <Configuration document={document} show={show} />
    </div>
  );
}
