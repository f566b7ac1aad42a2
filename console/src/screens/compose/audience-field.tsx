import { Combobox, Pill, PillsInput, useCombobox } from "@mantine/core";
import { type ClipboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";

import { announce } from "../../components/announce.tsx";
import { t, term } from "../../lib/translate.ts";
import { sentenceOf } from "../../lib/use-api-form.ts";
import { type Audience, chosenIn, hasAudience, numbersIn } from "./audience.ts";
import { AudienceOptions } from "./audience-options.tsx";
import { AudiencePills } from "./audience-pills.tsx";
import { type Source, useSources } from "./use-sources.ts";
import { isNumeric, type TypedNumber, useTypedNumber } from "./use-typed-number.ts";

export type AudienceFieldProps = {
  readonly audience: Audience;
  readonly onChange: (changes: Partial<Audience>) => void;
  /** Positions in `numbers` that are not phone numbers. */
  readonly bad: ReadonlySet<number>;
  readonly error?: string | undefined;
  /** Whether there are digits in it that are not part of the audience. */
  readonly onLeft: (left: boolean) => void;
};

/** Whom it goes to: every source by name, numbers in any spelling. */
export function AudienceField({ audience, onChange, bad, error, onLeft }: AudienceFieldProps) {
  const [typed, setTyped] = useState("");
  /** What is chosen once it is looked up: Enter was pressed, or the field was left. */
  const [entered, setEntered] = useState("");
  /** Digits that were entered and are no number. */
  const [refused, setRefused] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const name = typed.trim();
  const numeric = isNumeric(name);
  const sources = useSources(name, numeric);
  const { found, pending, failed } = sources;
  const number = useTypedNumber(name, sources);
  const chosen = new Set(chosenIn(audience).map(({ key }) => key));
  const offered = found.filter(({ key, kind }) => !chosen.has(key) && !(audience.everyone && isPart(kind)));
  const hasOptions = offered.length > 0 || numeric;
  /** What is next in the list would cover the counts below; it opens again for the next letter. */
  const clear = () => {
    setTyped("");
    combobox.closeDropdown();
  };
  const addNumbers = (text: string) => {
    // Too many are refused by the API and not cut here: nobody would notice who is missing.
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
    if (!/\d/.test(text) || numbersIn(text).length < 2) return;
    event.preventDefault();
    addNumbers(text);
  };
  const remove = (changes: Partial<Audience>) => {
    // Its button goes with the pill, and the focus of the keyboard with it.
    if (document.activeElement?.matches(":focus-visible")) field.current?.focus();
    onChange(changes);
  };
  const removeLast = () => {
    const last = chosenIn(audience).at(-1);
    if (audience.numbers.length > 0) onChange({ numbers: audience.numbers.slice(0, -1) });
    else if (last) onChange(last.without);
  };
  const enter = () => {
    // Whoever is found last may stand first: what Enter chooses must not depend on how fast one types.
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
    // Whoever types on after Enter begins the next one; the preview tells if this is no number.
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
  useEffect(() => {
    report(numeric);
    return () => report(false);
  }, [numeric]);
  const problem = refused !== "" && refused === name ? whyRefused(number) : "";
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal>
      <Combobox.DropdownTarget>
        <PillsInput
          label={term("To", "recipient")}
          error={(!combobox.dropdownOpened && problem) || error}
          size="md"
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            <AudiencePills audience={audience} onRemove={remove} bad={bad} />
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                ref={field}
                aria-label={t`To: a group, a name or a number`}
                placeholder={hasAudience(audience) ? "" : t`A group, a name, or phone numbers`}
                value={typed}
                onFocus={() => {
                  combobox.openDropdown();
                  // Who comes back to it goes on with the same number.
                  setEntered("");
                }}
                onBlur={() => {
                  combobox.closeDropdown();
                  if (numeric) enter();
                }}
                onPaste={paste}
                aria-invalid={problem !== "" || undefined}
                onChange={(event) => type(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Backspace" && typed === "") removeLast();
                  if (event.key === "Enter" && name && combobox.getSelectedOptionIndex() === -1) {
                    event.preventDefault();
                    enter();
                  }
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!hasOptions && !failed}>
        {hasOptions && <AudienceOptions offered={offered} number={numeric ? name : undefined} />}
        {problem && <Combobox.Footer c="var(--state-failed)">{problem}</Combobox.Footer>}
        {failed && (
          <Combobox.Footer role="status">{t`Not everyone could be looked up. Try again in a moment.`}</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** All subscribers are in it anyway. */
const isPart = (kind: Source["kind"]): boolean => kind === "groups" || kind === "segments";

/** Why digits stay in the field. */
function whyRefused(number: TypedNumber): string {
  if (number.is === "part")
    return t`People with these digits in their number are in the list: choose one, or type the whole number.`;
  return number.is === "invalid" ? sentenceOf(number.issue) : "";
}
