import { NativeSelect, TextInput } from "@mantine/core";

import { BasisField } from "../../components/basis-field.tsx";
import { categoryHints, categoryNames } from "../../lib/categories.ts";
import { t, term } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Draft } from "./draft.ts";

const kinds = [
  { value: "", label: t`As usual for these people` },
  { value: "marketing", label: categoryNames.marketing },
  { value: "transactional", label: categoryNames.transactional },
];

export type OptionsProps = {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  /** By the API's names. */
  readonly issues: Readonly<Record<string, string>>;
  /** People have not agreed to marketing. */
  readonly asksBasis: boolean;
};

/** From whom, and what kind of message it is. */
export function Options({ draft, onChange, issues, asksBasis }: OptionsProps) {
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
        description={categoryHints[draft.category]}
        inputWrapperOrder={["label", "input", "error", "description"]}
        value={draft.category}
        error={issues["category"]}
        onChange={(event) => onChange({ category: event.currentTarget.value as Draft["category"] })}
      />
      {(asksBasis || draft.basis !== "") && (
        <BasisField
          value={draft.basis}
          error={issues["consent_basis"]}
          onChange={(event) => onChange({ basis: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
