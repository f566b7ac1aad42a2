import { Select } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { DrawerSheet as Drawer } from "../../components/overlays/drawer-sheet.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { nameOf, type Person } from "./subscriber-facts.tsx";
import classes from "./subscribers.module.css";
import { useGroups } from "./use-groups.ts";

type AddToGroupProps = { readonly person: Person; readonly opened: boolean; readonly onClose: () => void };

/** One more group for one person, by the rules of everybody who joins. */
export function AddToGroup({ person, opened, onClose }: AddToGroupProps) {
  const groups = useGroups();
  const present = new Set(presentIn(person));
  const others = groups.data?.filter(({ id }) => !present.has(id)) ?? [];
  return (
    <Drawer title={t`Add ${nameOf(person)} to a group`} opened={opened} onClose={onClose} width={440}>
      {groups.error && !groups.data && <ErrorView error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.isPending && <Skeleton height={200} />}
      {groups.data && others.length === 0 && <p className={classes.note}>{t`This person is in all groups already.`}</p>}
      {others.length > 0 && (
        <GroupForm
          person={person}
          groups={others.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          onDone={onClose}
        />
      )}
    </Drawer>
  );
}

const presentIn = ({ groups }: Person): number[] => groups.filter(({ state }) => state !== "left").map(({ id }) => id);

type Option = { value: string; label: string };

const hasLeft = ({ groups }: Person, { value }: Option): boolean =>
  groups.some(({ id, state }) => `${id}` === value && state === "left");

type GroupFormProps = {
  readonly person: Person;
  readonly groups: Option[];
  readonly onDone: () => void;
};

function GroupForm({ person, groups, onDone }: GroupFormProps) {
  const queries = useQueryClient();
  const [first] = groups.toSorted((one, other) => Number(hasLeft(person, one)) - Number(hasLeft(person, other)));
  const form = useApiForm({
    initial: { add_group_ids: first?.value ?? null },
    submit: ({ add_group_ids: chosen }) =>
      tidings.updateSubscriber({ id: person.id, add_group_ids: chosen === null ? [] : [Number(chosen)] }),
    onDone: (changed, { add_group_ids: chosen }) => {
      queries.setQueryData(["subscribers", "one", `${person.id}`], changed);
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      const joined = changed.groups.find(({ id }) => `${id}` === chosen);
      if (joined) {
        void toast({
          message:
            joined.state === "pending"
              ? t`${nameOf(person)} is asked by text to confirm, and joins after that.`
              : t`${nameOf(person)} is in ${joined.name} now.`,
        });
      }
      onDone();
    },
  });
  const { add_group_ids: chosen } = form.values;
  const left = groups.find((group) => group.value === chosen && hasLeft(person, group));
  return (
    <Form form={form} failure={t`Nothing was changed`}>
      <Select
        label={t`Group`}
        data={groups}
        searchable={groups.length > 8}
        allowDeselect={false}
        nothingFoundMessage={t`No such group`}
        data-autofocus
        {...form.choice("add_group_ids")}
      />
      {left && (
        <p className={classes.note} role="note">
          {t`This person has left ${left.label}: add them only if they agreed again.`}
        </p>
      )}
      <p className={classes.note}>
        {t`Add people who agreed to get your texts. If the group or the site asks for it, they first get a code by text to confirm.`}
      </p>
      <FormActions>
        <SubmitButton form={form}>{t`Add to this group`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
