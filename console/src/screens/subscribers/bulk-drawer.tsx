import { Checkbox, Select } from "@mantine/core";
import { useRef } from "react";

import { tidings } from "../../api/client.ts";
import { confirm, typedFrom } from "../../components/overlays/confirm.ts";
import { DrawerSheet as Drawer } from "../../components/overlays/drawer-sheet.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { count } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import { notSent, useApiForm } from "../../lib/use-api-form.ts";
import { useFields } from "../../api/use-fields.ts";
import { type Action, actions, isDanger, labelOf, peopleOf, type Target, titleOf } from "./bulk-actions.ts";
import classes from "./bulk.module.css";
import { FieldValue } from "./field-value.tsx";
import { groupOptions, useGroups } from "./use-groups.ts";

type BulkDrawerProps = {
  readonly opened: boolean;
  readonly target: Target;
  readonly onClose: () => void;
  /** The job that does it. */
  readonly onStarted: (job: string) => void;
};

/** What is done with the selected people. */
export function BulkDrawer({ opened, target, onClose, onStarted }: BulkDrawerProps) {
  return (
    <Drawer title={titleOf(target)} opened={opened} onClose={onClose} width={440}>
      <BulkForm target={target} onStarted={onStarted} />
    </Drawer>
  );
}

function BulkForm({ target, onStarted }: Pick<BulkDrawerProps, "target" | "onStarted">) {
  const groups = useGroups();
  const fields = useFields();
  // The same change of the same people is one job, however often it is asked for.
  const keys = useRef(new Map<string, string>());
  const form = useApiForm({
    initial: {
      action: "add_to_group" as Action,
      group_id: null as string | null,
      agreed: false,
      field: null as string | null,
      value: "",
      remove: false,
    },
    submit: async (values) => {
      const input = { ...target.selection, ...parametersOf(values) };
      const attempt = JSON.stringify(input);
      const idempotencyKey = keys.current.get(attempt) ?? crypto.randomUUID();
      keys.current.set(attempt, idempotencyKey);
      if (!(await isSure(values.action, target))) return notSent;
      return tidings.bulkSubscribers(input, { idempotencyKey });
    },
    onDone: (job) => onStarted(job.id),
  });
  const { action } = form.values;
  const inGroup = action === "add_to_group" || action === "remove_from_group";
  const group = groups.data?.find(({ id }) => `${id}` === form.values.group_id)?.name;
  const field = fields.data?.find(({ key }) => key === form.values.field);
  return (
    <Form form={form} failure={t`Nothing was changed`}>
      <Select
        label={t`What to do`}
        data={actions.map(({ value, label }) => ({ value, label }))}
        allowDeselect={false}
        {...form.choice("action")}
      />
      <p className={classes.note}>{actions.find(({ value }) => value === action)?.effect}</p>
      {inGroup && (
        <Select
          label={t`Group`}
          data={groupOptions(groups.data)}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t`No such group`}
          {...form.choice("group_id")}
        />
      )}
      {action === "add_to_group" && (
        <Checkbox
          label={t`They have agreed already`}
          description={t`Needed where new members confirm with a code: nobody is sent one from here.`}
          {...form.checkbox("agreed")}
          error={form.issue("double_opt_in")}
        />
      )}
      {action === "set_field" && (
        <>
          <Select
            label={t`Field`}
            data={(fields.data ?? [])
              .filter(({ archived }) => !archived)
              .map(({ key, label }) => ({ value: key, label }))}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t`No such field`}
            {...form.choice("field")}
          />
          {field && !form.values.remove && (
            <FieldValue key={field.key} field={field} label={t`Value`} form={form.choice("value")} />
          )}
          <Checkbox label={t`Remove the value`} {...form.checkbox("remove")} />
        </>
      )}
      <FormActions>
        <SubmitButton form={form}>{labelOf(action, target, group, field?.label)}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type Values = {
  readonly action: Action;
  readonly group_id: string | null;
  readonly agreed: boolean;
  readonly field: string | null;
  readonly value: string;
  readonly remove: boolean;
};

/** Of the action alone: the API refuses those of another. */
function parametersOf({ action, group_id: group, agreed, field, value, remove }: Values) {
  return {
    action,
    ...((action === "add_to_group" || action === "remove_from_group") && group && { group_id: Number(group) }),
    ...(action === "add_to_group" && agreed && { double_opt_in: false }),
    ...(action === "set_field" && { ...(field && { field }), value: remove ? null : value }),
  };
}

/** What cannot be taken back is asked, and so is whatever reaches very many. */
async function isSure(action: Action, target: Target): Promise<boolean> {
  const { people } = target;
  const many = people === null || people >= typedFrom;
  if (!isDanger(action) && !many) return true;
  const about = actions.find(({ value }) => value === action);
  return confirm({
    title: `${about?.label ?? t`Change`}: ${peopleOf(target)}?`,
    body: `${about?.effect ?? ""} ${isDanger(action) ? t`This cannot be taken back.` : ""}`,
    action: labelOf(action, target),
    danger: isDanger(action),
    // More than are counted is no number to type.
    ...(many && { typed: people === null ? t`everybody` : count(people) }),
  });
}
