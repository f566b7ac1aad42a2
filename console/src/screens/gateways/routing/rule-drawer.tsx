import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { Drawer } from "../../../components/overlays/drawer.tsx";
import { FormActions } from "../../../components/form.tsx";
import { categoryHints, categoryOptions } from "../../../lib/categories.ts";
import { list } from "../../../lib/format.ts";
import { t } from "../../../lib/translate.ts";
import classes from "../gateways.module.css";
import { readCountries } from "./countries.ts";
import { countryName, type Rule } from "./rules.ts";
import { TargetField } from "./target-field.tsx";

export type RuleDrawerProps = {
  /** undefined: closed. `null` conditions: what takes everything else, which has none. */
  readonly rule: { readonly rule: Rule; readonly conditions: boolean; readonly title: string } | undefined;
  readonly names: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (rule: Rule) => void;
};

export function RuleDrawer({ rule, names, onClose, onDone }: RuleDrawerProps) {
  return (
    <Drawer title={rule?.title ?? t`Rule`} opened={rule !== undefined} onClose={onClose}>
      {rule && <RuleForm rule={rule.rule} conditions={rule.conditions} names={names} onDone={onDone} />}
    </Drawer>
  );
}

type RuleFormProps = {
  readonly rule: Rule;
  readonly conditions: boolean;
  readonly names: readonly string[];
  readonly onDone: (rule: Rule) => void;
};

function RuleForm({ rule, conditions, names, onDone }: RuleFormProps) {
  const [countries, setCountries] = useState(rule.countries.map(countryName).join(", "));
  const [prefixes, setPrefixes] = useState(rule.prefixes.join(", "));
  const [categories, setCategories] = useState<readonly string[]>(rule.categories);
  const [target, setTarget] = useState(rule.target);
  const [tried, setTried] = useState(false);
  const { codes, unknown } = readCountries(countries);
  const begins = prefixes
    .split(/[\s,،]+/)
    .filter(Boolean)
    .map((one) => one.replace(/^00/, "+").replace(/^(?=\d)/, "+"));
  const badPrefix = begins.find((one) => !/^\+[1-9]\d{0,14}$/.test(one));
  const empty = conditions && codes.length + begins.length + categories.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (unknown.length > 0 || badPrefix !== undefined || empty) return;
    onDone({ countries: codes, prefixes: begins, categories, target });
  };
  return (
    <form className={classes.paragraphs} onSubmit={submit} noValidate>
      {conditions && (
        <>
          <p className={classes.quiet}>{t`The rule applies if everything that is filled in here is the case.`}</p>
          <TextInput
            label={t`Countries of the numbers`}
            description={t`Names or codes, separated by commas: Germany, AT.`}
            data-autofocus
            autoComplete="off"
            value={countries}
            error={tried && unknown.length > 0 && t`Not a country: ${list(unknown, "unit")}.`}
            onChange={(event) => setCountries(event.currentTarget.value)}
          />
          <TextInput
            label={t`Numbers that begin with`}
            description={t`Several are separated by commas: +33, +3247.`}
            dir="ltr"
            autoComplete="off"
            value={prefixes}
            error={tried && badPrefix !== undefined && t`Not the beginning of a number: ${badPrefix}.`}
            onChange={(event) => setPrefixes(event.currentTarget.value)}
          />
          <Checkbox.Group
            label={t`Kinds of messages`}
            description={t`None is chosen: all kinds.`}
            value={[...categories]}
            onChange={setCategories}
            error={tried && empty && t`Fill in at least one of the three. What no rule takes is “everything else”.`}
          >
            <div className={classes.choices}>
              {categoryOptions.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} description={categoryHints[value]} />
              ))}
            </div>
          </Checkbox.Group>
        </>
      )}
      <TargetField target={target} names={names} onChange={setTarget} />
      <FormActions>
        <Button type="submit">{t`Use this rule`}</Button>
      </FormActions>
      <p className={classes.quiet}>{t`Nothing changes until the rules are saved.`}</p>
    </form>
  );
}
