/** The frame of the page: how it is on every view, the way to the others, and the view that is open. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Display } from "./parts/display";
import { Pictogram } from "./parts/icons";
import { useChoice } from "./unit/choices";
import { useSession } from "./unit/session";
import { verdict } from "./unit/verdict";
import { Alerts } from "./views/alerts";
import { Drive } from "./views/drive";
import { Engineer } from "./views/engineer";
import { MqttView } from "./views/mqtt";
import { Plots } from "./views/plots";
import { Wifi } from "./views/wifi";
import { useWords, WORDS, WordsContext } from "./words/words";

const VIEWS = { drive: Drive, plots: Plots, alerts: Alerts, wifi: Wifi, mqtt: MqttView, engineer: Engineer } as const;
type ViewName = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as ViewName[];

/** The view that the address names; the drive where it names none. */
function useView(): ViewName {
  const named = () => NAMES.find((name) => location.hash === `#/${name}`) ?? "drive";
  const [view, set] = useState(named);
  useEffect(() => {
    const follow = () => set(named());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return view;
}

/** The verdict in short, for every view but the one that is nothing else. */
function Pill() {
  const { status, away } = useSession();
  const { tone, title } = verdict(status, away, useWords());
  return (
    <a class={`pill ${tone}`} href="#/drive">
      <Pictogram name={tone} />
      <span>{title}</span>
    </a>
  );
}

function Away() {
  const { away } = useSession();
  const words = useWords().link;
  return (
    <div class="away" role="alert">
      {away && (
        <p>
          <b>{words.away}.</b> {words.away_detail}
        </p>
      )}
    </div>
  );
}

export function App() {
  const { status, away } = useSession();
  const [chosen_lang, chooseLang] = useChoice("lang", ["unit", "en", "km"] as const);
  const [theme, chooseTheme] = useChoice("theme", ["auto", "light", "dark"] as const);
  const lang = chosen_lang === "unit" ? (status?.alert.lang ?? "en") : chosen_lang;
  const words = WORDS[lang];
  const view = useView();
  const { title } = verdict(status, away, words);
  useEffect(() => {
    const root = document.documentElement;
    root.lang = lang;
    root.dataset["theme"] = theme;
  }, [lang, theme]);
  useEffect(() => {
    document.title = `${title} · ${words.title}`;
  }, [title, words]);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // Who follows a link hears where it led; who opens the page is left where the browser puts them.
    if (!first.current) heading.current?.focus({ preventScroll: true });
    first.current = false;
    scrollTo(0, 0);
  }, [view]);
  const View = VIEWS[view];
  return (
    <WordsContext.Provider value={words}>
      <header class="top">
        <p class="brand">{words.title}</p>
        {view === "drive" ? <span class="pill" /> : <Pill />}
        <Display lang={chosen_lang} onLang={chooseLang} theme={theme} onTheme={chooseTheme} />
      </header>
      <nav class="tabs" aria-label={words.navigation}>
        {NAMES.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={name === view ? "page" : undefined}>
            <Pictogram name={name} />
            <span>{words.tabs[name]}</span>
          </a>
        ))}
      </nav>
      <main class={`view_${view}`}>
        <Away />
        <h1 ref={heading} tabIndex={-1}>
          {words.tabs[view]}
        </h1>
        <View />
      </main>
    </WordsContext.Provider>
  );
}
