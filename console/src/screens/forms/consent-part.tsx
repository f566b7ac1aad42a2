import { MultiSelect, Radio, Switch, Textarea } from "@mantine/core";

import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./forms.module.css";
import type { PartProps } from "./text-part.tsx";

const choices = [
  { value: "all", label: t`People join all of them` },
  { value: "open", label: t`People choose, nothing is checked` },
  {
    value: "preselected",
    label: t`People choose, everything is checked`,
    description: t`In some countries consent by a checked box is not valid.`,
  },
] as const;

type ConsentPartProps = PartProps & { readonly groups: { value: string; label: string }[] };

/** What people join, and what they agree to. */
export function ConsentPart({ form, groups }: ConsentPartProps) {
  return (
    <Panel title={t`Groups and consent`}>
      <div className={classes.fields}>
        <MultiSelect
          label={t`Groups`}
          data={groups}
          searchable
          hidePickedOptions
          limit={100}
          nothingFoundMessage={t`No such group`}
          {...choiceOf(form.choice("group_ids"))}
        />
        {form.values.group_ids.length > 1 && (
          <Radio.Group label={t`With several groups`} {...form.choice("group_choice")}>
            <div className={classes.radios}>
              {choices.map((choice) => (
                <Radio key={choice.value} {...choice} />
              ))}
            </div>
          </Radio.Group>
        )}
        <Textarea
          label={t`What people agree to`}
          description={t`Stands beside a box that they check. Kept with each consent; a change is a new version.`}
          autosize
          minRows={3}
          maxRows={10}
          {...form.field("consent")}
        />
        <Switch
          label={t`Always confirm with a code`}
          description={t`The code reaches the phone alone, so nobody can subscribe somebody else. Otherwise as the group or the site says.`}
          {...form.checkbox("confirm")}
        />
      </div>
    </Panel>
  );
}

/** A choice of several wants a list of its own. */
function choiceOf<Props extends { readonly value: readonly string[] }>(props: Props) {
  return { ...props, value: [...props.value] };
}
