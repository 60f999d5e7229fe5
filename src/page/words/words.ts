/** Which language the page speaks: the unit's own, unless this browser chose another. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Status } from "../unit/documents";
import { en, type Words } from "./en";
import { km } from "./km";

export type Lang = Status["alert"]["lang"];
export type { Words };

export const WORDS: Readonly<Record<Lang, Words>> = { en, km };

export const WordsContext = createContext<Words>(en);
export const useWords = (): Words => useContext(WordsContext);
