import { Radio, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useMemo } from "react";

import { useSession } from "../../api/session.ts";
import { Panel } from "../../components/panel.tsx";
import { countries, regionName, regionOptions } from "../../lib/countries.ts";
import { t } from "../../lib/translate.ts";
import { GroupsField } from "./groups-field.tsx";
import classes from "./import.module.css";
import type { ImportState, Plan, RuleForKnown } from "./plan.ts";

const states: readonly { readonly value: ImportState; readonly label: string; readonly description: string }[] = [
  {
    value: "active",
    label: t`They agreed to get our texts`,
    description: t`They join at once. Nobody is sent a code or a welcome.`,
  },
  {
    value: "pending",
    label: t`They still have to confirm`,
    description: t`They get nothing until they confirm with a code on one of your forms.`,
  },
  {
    value: "left",
    label: t`They left these groups`,
    description: t`They leave the groups chosen here, or stay out of them.`,
  },
  {
    value: "unsubscribed",
    label: t`They want no texts at all`,
    description: t`Their numbers are suppressed, and nothing is sent to them any more.`,
  },
];

const known: readonly { readonly value: RuleForKnown; readonly label: string; readonly description?: string }[] = [
  { value: "skip", label: t`Leave them as they are` },
  {
    value: "add",
    label: t`Add what they lack`,
    description: t`They join the groups, except those they left. Names and fields that they have stay.`,
  },
  {
    value: "update",
    label: t`Change them`,
    description: t`They join the groups, except those they left, and get the names and fields of the file.`,
  },
];

type PlanFormProps = { readonly plan: Plan; readonly onChange: (changes: Partial<Plan>) => void };

/** Where the people go, and what they agreed to. */
export function PlanForm({ plan, onChange }: PlanFormProps) {
  const { country } = useSession().site;
  const options = useMemo(() => regionOptions(countries()), []);
  return (
    <div className={classes.two}>
      <Panel title={t`Consent`} lead={t`Of people whose row does not say it.`}>
        <div className={classes.fields}>
          <Radio.Group
            label={t`These people`}
            value={plan.state ?? "active"}
            onChange={(state) => onChange({ state: state as ImportState })}
          >
            <div className={classes.radios}>
              {states.map(({ value, label, description }) => (
                <Radio key={value} value={value} label={label} description={description} />
              ))}
            </div>
          </Radio.Group>
          <TextInput
            label={t`Where they agreed`}
            description={t`Kept as evidence: “paper form, June fair”.`}
            maxLength={200}
            value={plan.source}
            onChange={(event) => onChange({ source: event.currentTarget.value })}
          />
          <Textarea
            label={t`What they agreed to`}
            description={t`The words that they saw, if you have them.`}
            autosize
            minRows={2}
            maxRows={6}
            value={plan.wording}
            onChange={(event) => onChange({ wording: event.currentTarget.value })}
          />
        </div>
      </Panel>
      <Panel title={t`People`}>
        <div className={classes.fields}>
          <GroupsField chosen={plan.groups} onChange={(groups) => onChange({ groups })} />
          <Switch
            label={t`Create groups that do not exist`}
            description={t`If a column of the file names groups. Otherwise rows with a group that does not exist are left out.`}
            checked={plan.createGroups}
            onChange={(event) => onChange({ createGroups: event.currentTarget.checked })}
          />
          <Select
            label={t`Country of numbers without +`}
            description={
              country
                ? t`The country in which 0151 23456789 would be dialed. If you choose nothing: ${regionName(country)}.`
                : t`The country in which 0151 23456789 would be dialed.`
            }
            data={options}
            value={plan.country}
            searchable
            clearable
            clearButtonProps={{ "aria-label": t`Clear the country` }}
            nothingFoundMessage={t`No such country`}
            onChange={(chosen) => onChange({ country: chosen })}
          />
          <Radio.Group
            label={t`People who are known already`}
            value={plan.onExisting}
            onChange={(onExisting) => onChange({ onExisting: onExisting as RuleForKnown })}
          >
            <div className={classes.radios}>
              {known.map(({ value, label, description }) => (
                <Radio key={value} value={value} label={label} description={description} />
              ))}
            </div>
          </Radio.Group>
        </div>
      </Panel>
    </div>
  );
}
