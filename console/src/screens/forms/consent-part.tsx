import { MultiSelect, Radio, Switch, Textarea } from "@mantine/core";

import { Panel } from "../../components/panel.tsx";
import classes from "./forms.module.css";
import type { PartProps } from "./text-part.tsx";

const choices = [
  { value: "all", label: "People join all of them" },
  { value: "open", label: "People choose, nothing is checked" },
  {
    value: "preselected",
    label: "People choose, everything is checked",
    description: "In some countries consent by a checked box is not valid.",
  },
] as const;

type ConsentPartProps = PartProps & { readonly groups: { value: string; label: string }[] };

/** What people join, and what they agree to. */
export function ConsentPart({ form, groups }: ConsentPartProps) {
  return (
    <Panel title="Groups and consent">
      <div className={classes.fields}>
        <MultiSelect
          label="Groups"
          data={groups}
          searchable
          hidePickedOptions
          limit={100}
          nothingFoundMessage="No such group"
          {...choiceOf(form.choice("group_ids"))}
        />
        {form.values.group_ids.length > 1 && (
          <Radio.Group label="With several groups" {...form.choice("group_choice")}>
            <div className={classes.radios}>
              {choices.map((choice) => (
                <Radio key={choice.value} {...choice} />
              ))}
            </div>
          </Radio.Group>
        )}
        <Textarea
          label="What people agree to"
          description="Stands beside a box that they check. Kept with each consent; a change is a new version."
          autosize
          minRows={3}
          maxRows={10}
          {...form.field("consent")}
        />
        <Switch
          label="Always confirm with a code"
          description="The code reaches the phone alone, so nobody can subscribe somebody else. Otherwise as the group or the site says."
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
