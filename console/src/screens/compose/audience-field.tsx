import { Combobox, Pill, PillsInput, useCombobox } from "@mantine/core";
import { useRef } from "react";

import { t, term } from "../../lib/translate.ts";
import { type Audience, hasAudience } from "./audience.ts";
import { AudienceOptions } from "./audience-options.tsx";
import { AudiencePills } from "./audience-pills.tsx";
import { type LeftEntry, useAudienceEntry } from "./use-audience-entry.ts";

export type AudienceFieldProps = {
  readonly audience: Audience;
  readonly onChange: (changes: Partial<Audience>) => void;
  /** Positions in `numbers` that are not phone numbers. */
  readonly bad: ReadonlySet<number>;
  readonly error?: string | undefined;
  /** What is typed in it and not part of the audience. */
  readonly onLeft: (left: LeftEntry) => void;
};

/** Whom it goes to: every source by name, numbers in any spelling. */
export function AudienceField({ audience, onChange, bad, error, onLeft }: AudienceFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const entry = useAudienceEntry({ audience, onChange, onLeft, combobox });
  const { typed, numeric, offered, failed, nothing, problem } = entry;
  const name = typed.trim();
  const hasOptions = offered.length > 0 || numeric;
  const remove = (changes: Partial<Audience>) => {
    // Its button goes with the pill, and the focus of the keyboard with it.
    if (document.activeElement?.matches(":focus-visible")) field.current?.focus();
    onChange(changes);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={entry.pick} withinPortal>
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
                  entry.resume();
                }}
                onBlur={() => {
                  combobox.closeDropdown();
                  if (numeric) entry.enter();
                }}
                onPaste={entry.paste}
                aria-invalid={problem !== "" || undefined}
                onChange={(event) => entry.type(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Backspace" && typed === "") entry.removeLast();
                  if (event.key === "Enter" && name && combobox.getSelectedOptionIndex() === -1) {
                    event.preventDefault();
                    entry.enter();
                  }
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!hasOptions && !failed && !nothing}>
        {hasOptions && <AudienceOptions offered={offered} number={numeric ? name : undefined} />}
        {problem && <Combobox.Footer c="var(--state-failed)">{problem}</Combobox.Footer>}
        {nothing && (
          <Combobox.Empty role="status">{t`Nobody and no group has this name, or you have chosen them already.`}</Combobox.Empty>
        )}
        {failed && (
          <Combobox.Footer role="status">{t`Not everyone could be looked up. Try again in a moment.`}</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
