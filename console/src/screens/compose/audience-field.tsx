import { Pill, PillsInput, useCombobox } from "@mantine/core";
import { createElement, type KeyboardEvent, useId, useRef, useState } from "react";

import { onDemand } from "../../lib/on-demand.ts";
import { t, term } from "../../lib/translate.ts";
import { type Audience, hasAudience } from "./audience.ts";
import { AudiencePills } from "./audience-pills.tsx";
import { type LeftEntry, useAudienceEntry } from "./use-audience-entry.ts";

const useList = onDemand(async () => (await import("./audience-list.tsx")).AudienceList);

export type AudienceFieldProps = {
  readonly audience: Audience;
  readonly onChange: (changes: Partial<Audience>) => void;
  /** Positions in `numbers` that are not phone numbers. */
  readonly bad: ReadonlySet<number>;
  readonly error?: string | undefined;
  /** What is typed in it and not part of the audience. */
  readonly onLeft: (left: LeftEntry) => void;
};

/** The recipients: every source by name, numbers in any spelling. */
export function AudienceField({ audience, onChange, bad, error, onLeft }: AudienceFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [active, setActive] = useState<string>();
  const keys = useRef<((event: KeyboardEvent<HTMLInputElement>) => void) | undefined>(undefined);
  const listId = useId();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const entry = useAudienceEntry({ audience, onChange, onLeft, combobox });
  const { typed, numeric, offered, failed, nothing, problem } = entry;
  const List = useList(combobox.dropdownOpened, combobox.closeDropdown);
  const name = typed.trim();
  const hasList = offered.length > 0 || numeric || failed || nothing;
  const expanded = combobox.dropdownOpened && hasList;
  const remove = (changes: Partial<Audience>) => {
    // The pill's button is removed with it, and would take the keyboard's focus along.
    if (document.activeElement?.matches(":focus-visible")) field.current?.focus();
    onChange(changes);
  };
  return (
    <>
      <PillsInput
        ref={setBox}
        label={term("To", "recipient")}
        error={(!combobox.dropdownOpened && problem) || error}
        size="md"
        onClick={() => combobox.openDropdown()}
      >
        <Pill.Group>
          <AudiencePills audience={audience} onRemove={remove} bad={bad} />
          <PillsInput.Field
            ref={field}
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={expanded}
            aria-controls={expanded ? listId : undefined}
            aria-activedescendant={expanded ? active : undefined}
            autoComplete="off"
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
              keys.current?.(event);
            }}
          />
        </Pill.Group>
      </PillsInput>
      {List &&
        createElement(List, {
          combobox,
          entry,
          id: listId,
          box,
          field,
          onActive: setActive,
          onKeys: (handle) => {
            keys.current = handle;
          },
          hasList,
        })}
    </>
  );
}
