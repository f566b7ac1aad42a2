import { Combobox, type ComboboxStore } from "@mantine/core";
import { type KeyboardEvent, type Ref, type RefObject, useLayoutEffect } from "react";

import { Anchor } from "../../components/unfolded.tsx";
import { t } from "../../lib/translate.ts";
import { AudienceOptions } from "./audience-options.tsx";
import type { useAudienceEntry } from "./use-audience-entry.ts";

type Key = (event: KeyboardEvent<HTMLInputElement>) => void;

export type AudienceListProps = {
  readonly combobox: ComboboxStore;
  readonly entry: ReturnType<typeof useAudienceEntry>;
  /** Of the list. */
  readonly id: string;
  /** The list is below it. */
  readonly box: HTMLElement | null;
  readonly field: RefObject<HTMLInputElement | null>;
  /** What the list does with the keys of the field from now on. */
  readonly onKeys: (handle: Key | undefined) => void;
  /** The id of the option that the arrow keys have reached. */
  readonly onActive: (id: string | undefined) => void;
  readonly hasList: boolean;
};

/** The options, below the field, which is in the page before this is loaded. */
export function AudienceList(props: AudienceListProps) {
  const { combobox, entry, id, box, field, onKeys, onActive, hasList } = props;
  const { typed, numeric, offered, failed, nothing, problem } = entry;
  return (
    <Combobox store={combobox} onOptionSubmit={entry.pick} withinPortal>
      <Combobox.DropdownTarget>
        <Anchor element={box} />
      </Combobox.DropdownTarget>
      <Combobox.EventsTarget>
        <Field field={field} onKeys={onKeys} onActive={onActive} />
      </Combobox.EventsTarget>
      <Combobox.Dropdown hidden={!hasList}>
        {(offered.length > 0 || numeric) && (
          <AudienceOptions id={id} offered={offered} number={numeric ? typed.trim() : undefined} />
        )}
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

type FieldProps = Pick<AudienceListProps, "field" | "onKeys" | "onActive"> & {
  readonly ref?: Ref<HTMLInputElement>;
  readonly onKeyDown?: Key;
  readonly "aria-activedescendant"?: string;
};

/** Represents the field: the properties that the list would give it are passed on. */
function Field({ field, onKeys, onActive, ref, onKeyDown, "aria-activedescendant": active }: FieldProps) {
  useLayoutEffect(() => onKeys(onKeyDown));
  useLayoutEffect(() => onActive(active), [onActive, active]);
  return <Anchor element={field.current} ref={ref as Ref<HTMLElement>} />;
}
