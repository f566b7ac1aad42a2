import { Combobox, Pill, PillsInput, useCombobox } from "@mantine/core";
import { type ClipboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";

import { t, term } from "../../lib/translate.ts";
import { type Audience, chosenIn, hasAudience, numbersIn } from "./audience.ts";
import { AudienceOptions } from "./audience-options.tsx";
import { AudiencePills } from "./audience-pills.tsx";
import { type Source, useSources } from "./use-sources.ts";

export type AudienceFieldProps = {
  readonly audience: Audience;
  readonly onChange: (changes: Partial<Audience>) => void;
  /** Positions in `numbers` that are not phone numbers. */
  readonly bad: ReadonlySet<number>;
  readonly error?: string | undefined;
};

/** Whom it goes to: every source by name, numbers in any spelling. */
export function AudienceField({ audience, onChange, bad, error }: AudienceFieldProps) {
  const [typed, setTyped] = useState("");
  /** What Enter was pressed for while it was still looked up. */
  const [entered, setEntered] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const name = typed.trim();
  const numeric = /^[+\d\s()./-]+$/.test(name) && /\d/.test(name);
  const { found, pending, failed } = useSources(name, numeric);
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
  const pick = (value: string) => {
    if (value === "number") return addNumbers(typed);
    const source = offered.find(({ key }) => key === value);
    if (!source) return;
    clear();
    onChange(source.add(audience));
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
    if (!numeric && pending) return setEntered(name);
    setEntered("");
    const first = numeric ? undefined : offered.find(({ obstacle }) => !obstacle);
    if (first) pick(first.key);
    else addNumbers(typed);
  };
  const isLookedUp = entered !== "" && entered === name && !pending;
  const enterFound = useEffectEvent(enter);
  useEffect(() => {
    if (isLookedUp) enterFound();
  }, [isLookedUp]);
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal>
      <Combobox.DropdownTarget>
        <PillsInput label={term("To", "recipient")} error={error} size="md" onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            <AudiencePills audience={audience} onRemove={remove} bad={bad} />
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                ref={field}
                aria-label={t`To: a group, a name or a number`}
                placeholder={hasAudience(audience) ? "" : t`A group, a name, or phone numbers`}
                value={typed}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown();
                  if (numeric) addNumbers(typed);
                }}
                onPaste={paste}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  if (/[,;\n]$/.test(value)) return addNumbers(value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                  setTyped(value);
                }}
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
        {failed && (
          <Combobox.Footer role="status">{t`Not everyone could be looked up. Try again in a moment.`}</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** All subscribers are in it anyway. */
const isPart = (kind: Source["kind"]): boolean => kind === "groups" || kind === "segments";
