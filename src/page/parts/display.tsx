/** This browser's own choice of language and colours. */
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../words/words";
import { Pictogram } from "./icons";

interface DisplayProps {
  readonly lang: "unit" | "en" | "km";
  onLang(lang: "unit" | "en" | "km"): void;
  readonly theme: "auto" | "light" | "dark";
  onTheme(theme: "auto" | "light" | "dark"): void;
}

export function Display({ lang, onLang, theme, onTheme }: DisplayProps) {
  const words = useWords().display;
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const inside = menu.current?.contains(event.target as Node);
      if (menu.current && (!inside || (event as KeyboardEvent).key === "Escape")) menu.current.open = false;
    };
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close(event);
    addEventListener("pointerdown", close);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", onKey);
    };
  }, []);
  return (
    <details class="display" ref={menu}>
      <summary aria-label={words.title} title={words.title}>
        <Pictogram name="display" />
      </summary>
      <div class="menu">
        <label class="field">
          <span>{words.language}</span>
          <select value={lang} onChange={(event) => onLang(event.currentTarget.value as DisplayProps["lang"])}>
            <option value="unit">{words.as_unit}</option>
            <option value="en">English</option>
            <option value="km">ខ្មែរ</option>
          </select>
        </label>
        <label class="field">
          <span>{words.theme}</span>
          <select value={theme} onChange={(event) => onTheme(event.currentTarget.value as DisplayProps["theme"])}>
            <option value="auto">{words.themes.auto}</option>
            <option value="light">{words.themes.light}</option>
            <option value="dark">{words.themes.dark}</option>
          </select>
        </label>
      </div>
    </details>
  );
}
