import { Combobox, Pill, PillsInput, useCombobox } from "@mantine/core";
import { type ClipboardEvent, useState } from "react";

import { readablePhone } from "../../lib/phone.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t, term } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import { type Draft, numbersIn } from "./draft.ts";
import { type Source, useSources } from "./use-sources.ts";

/** So many numbers are shown; the rest is one pill. */
const shownNumbers = 24;

const headings = { groups: t`Groups`, segments: t`Segments`, roles: t`Roles` } as const;

export type AudienceFieldProps = {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  /** Positions in `draft.numbers` that are not phone numbers. */
  readonly bad: ReadonlySet<number>;
  readonly error?: string | undefined;
};

/** Whom it goes to: groups, segments and roles by name, numbers in any spelling. */
export function AudienceField({ draft, onChange, bad, error }: AudienceFieldProps) {
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const numeric = /^[+\d\s()./-]+$/.test(typed.trim()) && /\d/.test(typed);
  const sources = useSources(numeric ? "" : typed.trim());
  const chosen = (source: Source) => draft[source.kind].some(({ id }) => id === source.id);
  const offered = numeric ? [] : sources.filter((source) => !chosen(source));
  const addNumbers = (text: string) => {
    // Too many are refused by the API and not cut here: nobody would notice who is missing.
    const numbers = new Set([...draft.numbers, ...numbersIn(text)]);
    setTyped("");
    if (numbers.size > draft.numbers.length) onChange({ numbers: [...numbers] });
  };
  const pick = (value: string) => {
    const source = sources.find(({ kind, id }) => `${kind} ${id}` === value);
    if (!source) return addNumbers(typed);
    setTyped("");
    onChange({ [source.kind]: [...draft[source.kind], { id: source.id, name: source.name }] } as Partial<Draft>);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!/\d/.test(text) || numbersIn(text).length < 2) return;
    event.preventDefault();
    addNumbers(text);
  };
  const removeLast = () => {
    const kind = (["numbers", "roles", "segments", "groups"] as const).find((name) => draft[name].length > 0);
    if (kind) onChange({ [kind]: draft[kind].slice(0, -1) });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal>
      <Combobox.DropdownTarget>
        <PillsInput label={term("To", "recipient")} error={error} size="md" onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            {(["groups", "segments", "roles"] as const).flatMap((kind) =>
              draft[kind].map(({ id, name }) => (
                <Pill
                  key={`${kind} ${id}`}
                  className={classes.pill}
                  withRemoveButton
                  removeButtonProps={{ "aria-label": t`Remove ${name}`, "aria-hidden": false, tabIndex: 0 }}
                  onRemove={() => onChange({ [kind]: draft[kind].filter((one) => one.id !== id) } as Partial<Draft>)}
                >
                  <bdi>{name}</bdi>
                </Pill>
              )),
            )}
            {draft.numbers.slice(0, shownNumbers).map((number, index) => (
              <Pill
                key={number}
                className={classes.pill}
                data-bad={bad.has(index) || undefined}
                withRemoveButton
                removeButtonProps={{ "aria-label": t`Remove ${number}`, "aria-hidden": false, tabIndex: 0 }}
                onRemove={() => onChange({ numbers: draft.numbers.filter((one) => one !== number) })}
              >
                <span dir="ltr">{readablePhone(number)}</span>
              </Pill>
            ))}
            {draft.numbers.length > shownNumbers && (
              <Pill
                className={classes.pill}
                withRemoveButton
                removeButtonProps={{ "aria-label": t`Remove these numbers`, "aria-hidden": false, tabIndex: 0 }}
                onRemove={() => onChange({ numbers: draft.numbers.slice(0, shownNumbers) })}
              >
                {plural(draft.numbers.length - shownNumbers, "and # more number", "and # more numbers")}
              </Pill>
            )}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label={t`To: a group, a name or a number`}
                placeholder={
                  draft.groups.length + draft.segments.length + draft.roles.length + draft.numbers.length === 0
                    ? t`A group, or phone numbers`
                    : ""
                }
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
                  if (event.key === "Enter" && typed.trim() && combobox.getSelectedOptionIndex() === -1) {
                    event.preventDefault();
                    const first = offered[0];
                    if (first) pick(`${first.kind} ${first.id}`);
                    else addNumbers(typed);
                  }
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={offered.length === 0 && !numeric}>
        <Combobox.Options aria-label={t`Groups, segments and roles`}>
          {numeric && (
            <Combobox.Option value="number">{rich`Send to ${<span dir="ltr">{typed.trim()}</span>}`}</Combobox.Option>
          )}
          {(["groups", "segments", "roles"] as const).map((kind) => {
            const own = offered.filter((source) => source.kind === kind);
            if (own.length === 0) return null;
            return (
              <Combobox.Group key={kind} label={headings[kind]}>
                {own.map(({ id, name, note }) => (
                  <Combobox.Option key={id} value={`${kind} ${id}`} className={classes.option}>
                    <bdi>{name}</bdi>
                    <span>{note}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            );
          })}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
