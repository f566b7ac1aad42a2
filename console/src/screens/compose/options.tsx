import { NativeSelect, TextInput } from "@mantine/core";

import { t, term } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Draft } from "./draft.ts";

const kinds = [
  { value: "", label: t`As usual for these people` },
  { value: "marketing", label: t`Marketing: with opt-out, within quiet hours` },
  { value: "transactional", label: t`Transactional: about something they asked for` },
];

export type OptionsProps = {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  /** By the API's names. */
  readonly issues: Readonly<Record<string, string>>;
};

/** From whom, and what kind of message it is. */
export function Options({ draft, onChange, issues }: OptionsProps) {
  return (
    <div className={classes.options}>
      <TextInput
        label={term("From", "sender")}
        placeholder={t`Your usual sender`}
        maxLength={16}
        value={draft.sender}
        error={issues["sender"]}
        onChange={(event) => onChange({ sender: event.currentTarget.value })}
      />
      <NativeSelect
        label={t`Kind`}
        data={kinds}
        value={draft.category}
        error={issues["category"]}
        onChange={(event) => onChange({ category: event.currentTarget.value as Draft["category"] })}
      />
    </div>
  );
}
