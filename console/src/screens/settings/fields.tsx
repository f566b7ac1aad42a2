import { Checkbox, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { categoryNames } from "../../lib/categories.ts";
import type { ApiForm } from "../../lib/use-api-form.ts";
import { settingLabels } from "./setting-labels.ts";
import type { SettingPath } from "./settings-data.ts";
import classes from "./settings.module.css";

/** A field is named by its path; label and issues follow from it. */
export type SettingProps<Values extends object> = {
  readonly form: ApiForm<Values>;
  readonly name: keyof Values & SettingPath;
  /** Instead of the label of the path. */
  readonly label?: string;
  readonly description?: ReactNode;
};

export function SwitchSetting<Values extends object>({ form, name, description, label }: SettingProps<Values>) {
  return <Switch label={label ?? settingLabels[name]} description={description} {...form.checkbox(name)} />;
}

/** A setting whose values are `on` and `off`. */
export function OnOffSetting<Values extends object>({ form, name, description, label }: SettingProps<Values>) {
  const { value, onChange, error } = form.choice(name);
  return (
    <Switch
      label={label ?? settingLabels[name]}
      description={description}
      checked={value === "on"}
      onChange={(event) => onChange(event.currentTarget.checked ? "on" : "off")}
      error={error}
      name={name}
    />
  );
}

type NumberProps<Values extends object> = SettingProps<Values> & {
  /** What stands after a number, such as `1 day`: one of `units`. */
  readonly suffix?: (value: number) => string;
  /** Empty means null, and this says what that means. */
  readonly whenEmpty?: string;
};

export function NumberSetting<Values extends object>(props: NumberProps<Values>) {
  const { form, name, description, label, suffix, whenEmpty } = props;
  const { value, onChange, ...rest } = form.choice(name);
  return (
    <NumberInput
      label={label ?? settingLabels[name]}
      description={description}
      value={typeof value === "number" || typeof value === "string" ? value : ""}
      onChange={(next) => onChange(next === "" && whenEmpty !== undefined ? null : next)}
      allowDecimal={false}
      min={0}
      hideControls
      {...(suffix !== undefined && { suffix: ` ${suffix(Number(value))}` })}
      {...(whenEmpty !== undefined && { placeholder: whenEmpty })}
      {...rest}
    />
  );
}

type TextProps<Values extends object> = SettingProps<Values> & {
  /** Empty means null, and this says what that means. */
  readonly whenEmpty?: string;
  readonly long?: boolean;
  readonly numeric?: boolean;
  readonly width?: number;
};

export function TextSetting<Values extends object>(props: TextProps<Values>) {
  const { form, name, description, label, whenEmpty, long = false, numeric = false, width } = props;
  const { value, onChange, ...rest } = form.choice(name);
  const common = {
    label: label ?? settingLabels[name],
    description,
    value: typeof value === "string" ? value : "",
    onChange: (event: { currentTarget: { value: string } }) => {
      const text = event.currentTarget.value;
      onChange(text === "" && whenEmpty !== undefined ? null : text);
    },
    autoComplete: "off",
    ...(whenEmpty !== undefined && { placeholder: whenEmpty }),
    ...(width !== undefined && { maw: width }),
    ...rest,
  };
  if (long) return <Textarea autosize minRows={2} dir="auto" {...common} />;
  return <TextInput {...common} {...(numeric ? { dir: "ltr", inputMode: "decimal" as const } : { dir: "auto" })} />;
}

type ListProps<Values extends object> = SettingProps<Values> & {
  readonly type: "email" | "tel";
  readonly most: number;
};

/** Several addresses or numbers. An issue of one of them is the field's. */
export function ListSetting<Values extends object>(props: ListProps<Values>) {
  const { form, name, description, label, type, most } = props;
  const { value, ...rest } = form.choice(name);
  return (
    <TagsInput
      label={label ?? settingLabels[name]}
      description={description}
      value={Array.isArray(value) ? value.map(String) : []}
      // Enter, comma and semicolon end one; so does leaving the field.
      splitChars={[",", ";"]}
      acceptValueOnBlur
      maxTags={most}
      inputMode={type}
      dir="ltr"
      autoComplete="off"
      {...rest}
    />
  );
}

type ChoiceProps<Values extends object> = SettingProps<Values> & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

export function ChoiceSetting<Values extends object>({ form, name, description, label, options }: ChoiceProps<Values>) {
  const { value, ...rest } = form.choice(name);
  return (
    <Select
      label={label ?? settingLabels[name]}
      description={description}
      data={options}
      value={typeof value === "string" ? value : null}
      allowDeselect={false}
      {...rest}
    />
  );
}

export type Category = keyof typeof categoryNames;

type CategoriesProps<Values extends object> = SettingProps<Values> & { readonly of: readonly Category[] };

/** Kinds of texts, in the order that the API lists them. */
export function CategoriesSetting<Values extends object>({ form, name, label, of }: CategoriesProps<Values>) {
  const { value, error, onChange } = form.choice(name);
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  return (
    <fieldset className={classes.group}>
      <legend>{label ?? settingLabels[name]}</legend>
      <div className={classes.checks}>
        {of.map((category) => (
          <Checkbox
            key={category}
            label={categoryNames[category]}
            checked={chosen.includes(category)}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              onChange(of.filter((one) => (one === category ? checked : chosen.includes(one))));
            }}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className={classes.issue}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
