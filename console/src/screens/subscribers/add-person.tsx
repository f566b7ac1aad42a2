import { Select, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { DrawerSheet as Drawer } from "../../components/overlays/drawer-sheet.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./subscribers.module.css";
import { groupOptions, useGroups } from "./use-groups.ts";

type AddPersonProps = {
  readonly opened: boolean;
  /** Chosen to begin with: the group that the list shows. */
  readonly group: number | undefined;
  readonly onClose: () => void;
};

export function AddPerson({ opened, group, onClose }: AddPersonProps) {
  const groups = useGroups();
  return (
    <Drawer title={t`Add a person`} opened={opened} onClose={onClose} width={440}>
      {groups.error && <ErrorView error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.isPending && <Skeleton height={240} />}
      {groups.data && <PersonForm groups={groupOptions(groups.data)} group={group} onDone={onClose} />}
    </Drawer>
  );
}

type PersonFormProps = {
  readonly groups: { value: string; label: string }[];
  readonly group: number | undefined;
  readonly onDone: () => void;
};

function PersonForm({ groups, group, onDone }: PersonFormProps) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { name: "", mobile: "", group_id: group === undefined ? (groups[0]?.value ?? null) : `${group}` },
    submit: ({ name, mobile, group_id: id }) =>
      tidings.createSubscriber({ name, mobile, ...(id && { group_id: Number(id) }) }),
    onDone: (person) => {
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      void toast({
        message:
          person.state === "pending"
            ? t`${person.name} is asked by text to confirm, and joins after that.`
            : t`${person.name} is subscribed.`,
      });
      onDone();
    },
  });
  return (
    <Form form={form} failure={t`Nobody was added`}>
      <TextInput label={t`Name`} autoComplete="off" data-autofocus {...form.field("name")} />
      <TextInput
        label={t`Mobile number`}
        description={t`With + and the country: +49 151 23456789.`}
        type="tel"
        dir="ltr"
        autoComplete="off"
        {...form.field("mobile")}
      />
      <Select
        label={t`Group`}
        data={groups}
        searchable={groups.length > 8}
        allowDeselect={false}
        nothingFoundMessage={t`No such group`}
        {...form.choice("group_id")}
      />
      <p
        className={classes.note}
      >{t`Add people who agreed to get your texts. If the group or the site asks for it, they first get a code by text to confirm.`}</p>
      <FormActions>
        <SubmitButton form={form}>{t`Add this person`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
