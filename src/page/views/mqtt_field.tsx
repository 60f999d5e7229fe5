/** One field of the MQTT form, its rule always below it, and the unit's refusal where there is one. */
import { useWords } from "../words/words";
import type { Config, Field } from "./mqtt_form";

interface FieldProps {
  readonly field: Field;
  readonly value: string;
  readonly config: Config;
  /** What the unit said against this field; empty where nothing. */
  readonly fault: string;
  onValue(value: string): void;
}

const SECRET = { type: "password" } as const;
const PLAIN = { type: "text" } as const;

/** What an empty input stands for. */
function placeholder(name: string, config: Config, kept: string): string {
  if (name === "client_id") return config.client_id;
  if (name === "username" && config.username_set) return config.username_masked;
  if (name === "password" && config.password_set) return kept;
  return "";
}

export function MqttField({ field: { name, kind }, value, config, fault, onValue }: FieldProps) {
  const words = useWords().mqtt;
  const id = `mqtt_${name}`;
  const described = { id, name, "aria-describedby": `${id}_rule`, "aria-invalid": fault !== "" };
  const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: false } as const;
  const rule = words.rules[name];
  const says = (
    <small id={`${id}_rule`}>
      {rule}
      {name === "ca_cert" && config.ca_present ? ` ${words.ca_stored(config.ca_bytes)}` : ""}
      {fault !== "" && (
        <strong class="failed" lang="en" role="alert">
          {fault}
        </strong>
      )}
    </small>
  );
  if (kind === "flag") {
    return (
      <div class="field">
        <label class="switch">
          <input
            type="checkbox"
            {...described}
            checked={value === "1"}
            onChange={(event) => onValue(event.currentTarget.checked ? "1" : "0")}
          />
          {words.labels[name]}
        </label>
        {says}
      </div>
    );
  }
  const onInput = (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value);
  return (
    <div class={`field ${kind === "lines" ? "lines" : ""}`}>
      <label for={id}>{words.labels[name]}</label>
      {typeof kind === "object" ? (
        <select {...described} value={value} onChange={onInput}>
          {kind.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : kind === "lines" ? (
        <textarea {...described} {...plain} rows={4} value={value} onInput={onInput} />
      ) : (
        <input
          {...described}
          {...plain}
          {...(kind === "password" ? SECRET : PLAIN)}
          inputMode={kind === "number" ? "numeric" : "text"}
          placeholder={placeholder(name, config, words.kept)}
          value={value}
          onInput={onInput}
        />
      )}
      {says}
    </div>
  );
}
