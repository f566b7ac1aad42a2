import { Button, Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import { fieldOf, type SettingValue } from "./setting-values.ts";
import type { Setting } from "./use-gateways.ts";

export type SettingFieldProps = {
  readonly setting: Setting;
  readonly value: SettingValue;
  readonly error: string | undefined;
  readonly onChange: (value: SettingValue) => void;
  /** A secret that the service has. It is not shown; it can be replaced. */
  readonly stored?: boolean;
  readonly replacing?: boolean;
  readonly onReplace?: (replacing: boolean) => void;
};

/** A setting as its adapter describes it. */
export function SettingField(props: SettingFieldProps) {
  const { setting, value, error, onChange, stored = false, replacing = false, onReplace } = props;
  const { label, secret, required, type } = setting;
  if (stored && !replacing && !error) return <StoredSecret {...props} />;
  const base = {
    name: fieldOf(setting),
    label,
    description: descriptionOf(setting),
    withAsterisk: required && !stored,
    error: stored && error ? t`Enter it again: the gateway connects to a different address than before.` : error,
  };
  const text = typeof value === "string" ? value : "";
  const change = (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value);
  const free = { ...base, value: text, onChange: change, autoComplete: "off", spellCheck: false, dir: "ltr" as const };
  const initial = setting.default === null ? "" : [setting.default].flat().map(String).join(",");
  if (type === "flag") {
    return (
      <Checkbox
        name={base.name}
        label={label}
        description={base.description}
        error={base.error}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (type === "choice") {
    const empty = { value: "", label: initial ? t`${initial} (default)` : t`Not set` };
    const choices = (setting.choices ?? []).filter((choice) => choice !== initial || choice === text);
    return (
      <NativeSelect
        {...base}
        value={text}
        data={[...(required ? [] : [empty]), ...choices.map((choice) => ({ value: choice, label: choice }))]}
        onChange={change}
      />
    );
  }
  // What is a template is long, and has to be read while it is written.
  const long = type === "repeated" || (secret && /body|template/i.test(`${setting.name} ${label}`));
  const field = long ? (
    <Textarea {...free} autosize minRows={2} maxRows={10} />
  ) : secret ? (
    <PasswordInput
      {...free}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": t`Show or hide ${label}` }}
    />
  ) : (
    <TextInput {...free} placeholder={initial} {...(type === "number" && { inputMode: "decimal" as const })} />
  );
  if (!stored || !onReplace) return field;
  return (
    <div>
      {field}
      <Button
        variant="subtle"
        size="compact-xs"
        mt={4}
        onClick={() => onReplace(false)}
      >{t`Keep the stored one`}</Button>
    </div>
  );
}

function StoredSecret({ setting, value, onChange, onReplace }: SettingFieldProps) {
  const { label, required } = setting;
  return (
    <div role="group" aria-label={label}>
      <span className={classes.label}>{label}</span>
      <div className={classes.stored}>
        <span>
          <Icon name="lock" size={14} />{" "}
          {value === null ? t`It is removed when you save.` : t`Stored, and never shown again.`}
        </span>
        <span className={classes.moves}>
          {value === null ? (
            <Button variant="default" size="xs" onClick={() => onChange("")}>{t`Keep it`}</Button>
          ) : (
            <>
              {!required && (
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={t`Remove ${label}`}
                  onClick={() => onChange(null)}
                >{t`Remove`}</Button>
              )}
              <Button
                variant="default"
                size="xs"
                aria-label={t`Replace ${label}`}
                onClick={() => onReplace?.(true)}
              >{t`Replace`}</Button>
            </>
          )}
        </span>
      </div>
    </div>
  );
}

function descriptionOf({ help, type }: Setting): string | undefined {
  const how = { list: t`Several are separated by commas.`, repeated: t`One a line.` }[type as string];
  return [help, how].filter(Boolean).join(" ") || undefined;
}
