import { useState } from "react";

import { count } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import { plainText } from "./plain-text.ts";
import { SettingField } from "./setting-field.tsx";
import { fieldOf, grouped, type SettingValue } from "./setting-values.ts";
import type { Setting } from "./use-gateways.ts";

export type SettingsForm = {
  readonly values: Readonly<Record<string, SettingValue>>;
  readonly set: (name: string, value: SettingValue) => void;
  readonly field: (name: string) => { readonly error: string | undefined };
};

export type SettingFieldsProps = {
  readonly form: SettingsForm;
  readonly settings: readonly Setting[];
  /** Names of the secrets that are stored. */
  readonly stored?: readonly string[] | undefined;
};

/** The settings of an adapter: what is needed first, the rest folded away. */
export function SettingFields({ form, settings, stored = [] }: SettingFieldsProps) {
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set());
  const { main, more, common } = grouped(settings);
  const errorOf = (setting: Setting): string | undefined => {
    const { error } = form.field(fieldOf(setting));
    return error && plainText(error, settings);
  };
  const show = (setting: Setting) => {
    const name = fieldOf(setting);
    return (
      <SettingField
        key={name}
        setting={setting}
        value={form.values[name] ?? null}
        error={errorOf(setting)}
        onChange={(value) => form.set(name, value)}
        stored={stored.includes(setting.name)}
        replacing={replaced.has(name)}
        onReplace={(replacing) => {
          if (!replacing) form.set(name, "");
          setReplaced((before) => new Set(replacing ? [...before, name] : [...before].filter((one) => one !== name)));
        }}
      />
    );
  };
  const fold = (title: string, folded: readonly Setting[]) =>
    folded.length > 0 && (
      <details
        className={classes.fold}
        // An issue in what is folded away would be an error without a place.
        open={folded.some((setting) => form.field(fieldOf(setting)).error !== undefined) || undefined}
      >
        <summary>
          {title} <span className={classes.quiet}>{count(folded.length)}</span>
        </summary>
        <div>{folded.map(show)}</div>
      </details>
    );
  return (
    <>
      {main.map(show)}
      {fold(t`More settings`, more)}
      {fold(t`Speed and repeats`, common)}
    </>
  );
}
