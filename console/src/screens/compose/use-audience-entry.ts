import type { useCombobox } from "@mantine/core";
import { type ClipboardEvent, useEffect, useEffectEvent, useState } from "react";

import { announce } from "../../components/announce.tsx";
import { plainDigits } from "../../lib/plain-digits.ts";
import { t } from "../../lib/translate.ts";
import { sentenceOf } from "../../lib/use-api-form.ts";
import { type Audience, chosenIn, numbersIn } from "./audience.ts";
import { pastedRows } from "./pasted-rows.ts";
import { type Source, useSources } from "./use-sources.ts";
import { isNumeric, type TypedNumber, useTypedNumber } from "./use-typed-number.ts";

/** What was typed and not chosen: the beginning of a number, or of a name. */
export type LeftEntry = "number" | "name" | null;

type Options = {
  readonly audience: Audience;
  readonly onChange: (changes: Partial<Audience>) => void;
  /** What is in the field and not part of the audience. */
  readonly onLeft: (left: LeftEntry) => void;
  readonly combobox: ReturnType<typeof useCombobox>;
};

/** What is typed into the field of the audience, what it finds, and how it becomes a part of the audience. */
export function useAudienceEntry({ audience, onChange, onLeft, combobox }: Options) {
  const [typed, setTyped] = useState("");
  /** What is chosen once it is looked up: Enter was pressed, or the field was left. */
  const [entered, setEntered] = useState("");
  /** Digits that were entered and are no number. */
  const [refused, setRefused] = useState("");
  const name = typed.trim();
  const numeric = isNumeric(name);
  const sources = useSources(name, numeric);
  const { found, pending, failed } = sources;
  const number = useTypedNumber(name, sources);
  const chosen = new Set(chosenIn(audience).map(({ key }) => key));
  const offered = found.filter(({ key, kind }) => !chosen.has(key) && !(audience.everyone && isPart(kind)));
  /** What is next in the list would cover the counts below; it opens again for the next letter. */
  const clear = () => {
    setTyped("");
    combobox.closeDropdown();
  };
  const addNumbers = (text: string) => {
    // Too many are refused by the API instead of truncated here: nobody would notice who is missing.
    const numbers = new Set([...audience.numbers, ...numbersIn(text)]);
    clear();
    if (numbers.size > audience.numbers.length) onChange({ numbers: [...numbers] });
  };
  const choose = (source: Source) => {
    clear();
    if (!chosen.has(source.key)) onChange(source.add(audience));
  };
  const refuse = () => {
    setRefused(name);
    announce(whyRefused(number));
  };
  const pick = (value: string) => {
    if (value === "number") {
      if (number.is === "unknown") return setEntered(name);
      return number.is === "number" || (number.is === "part" && number.valid) ? addNumbers(typed) : refuse();
    }
    const source = offered.find(({ key }) => key === value);
    if (source) choose(source);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!/\d/.test(plainDigits(text)) || numbersIn(text).length < 2) return;
    event.preventDefault();
    const rows = pastedRows(text);
    if (!rows) return addNumbers(text);
    const people = new Map([...audience.people, ...rows.people].map((person) => [person.number, person]));
    clear();
    onChange({ people: [...people.values()], numbers: [...new Set([...audience.numbers, ...rows.numbers])] });
  };
  const removeLast = () => {
    const last = chosenIn(audience).at(-1);
    if (audience.numbers.length > 0) onChange({ numbers: audience.numbers.slice(0, -1) });
    else if (last) onChange(last.without);
  };
  const enter = () => {
    // A match that arrives last may be listed first: what Enter chooses must not depend on typing speed.
    if (numeric ? number.is === "unknown" : pending) return setEntered(name);
    setEntered("");
    if (number.is === "person") return choose(number.source);
    if (number.is === "number") return addNumbers(typed);
    if (numeric) return refuse();
    const first = offered.find(({ obstacle }) => !obstacle);
    if (first) choose(first);
    else addNumbers(typed);
  };
  const type = (value: string) => {
    if (/[,;\n]$/.test(value)) return addNumbers(value);
    // Typing on after Enter begins the next one; the preview tells if this is no number.
    const isNext = numeric && entered === name && value.startsWith(typed);
    if (isNext) addNumbers(typed);
    combobox.openDropdown();
    combobox.updateSelectedOptionIndex();
    setEntered("");
    setTyped(isNext ? value.slice(typed.length) : value);
  };
  const isLookedUp = entered !== "" && entered === name && (numeric ? number.is !== "unknown" : !pending);
  const enterFound = useEffectEvent(enter);
  useEffect(() => {
    if (isLookedUp) enterFound();
  }, [isLookedUp]);
  const report = useEffectEvent(onLeft);
  const left = name === "" ? null : numeric ? "number" : "name";
  useEffect(() => {
    report(left);
    return () => report(null);
  }, [left]);
  return {
    typed,
    /** Digits that may be a number. */
    numeric,
    offered,
    failed,
    /** Nobody and nothing has this name. */
    nothing: name !== "" && !numeric && !pending && !failed && offered.length === 0,
    /** Why what was entered stays in the field. */
    problem: refused !== "" && refused === name ? whyRefused(number) : "",
    type,
    paste,
    pick,
    enter,
    removeLast,
    /** A user who returns to the field continues the same number. */
    resume: () => setEntered(""),
  };
}

/** All subscribers are in it anyway. */
const isPart = (kind: Source["kind"]): boolean => kind === "groups" || kind === "segments";

/** Why digits stay in the field. */
function whyRefused(number: TypedNumber): string {
  if (number.is === "part")
    return t`People with these digits in their number are in the list: choose one, or type the whole number.`;
  return number.is === "invalid" ? sentenceOf(number.issue) : "";
}
