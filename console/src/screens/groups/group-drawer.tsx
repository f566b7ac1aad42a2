import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";

type DrawerProps = { readonly opened: boolean; readonly onClose: () => void };

export function CreateGroup({ opened, onClose }: DrawerProps) {
  return (
    <Drawer title={t`Create a group`} opened={opened} onClose={onClose} width={440}>
      <GroupForm
        name=""
        failure={t`The group was not created`}
        action={t`Create this group`}
        submit={(name) => tidings.createGroup({ name })}
        done={(name) => t`Created ${name}.`}
        onDone={onClose}
      />
    </Drawer>
  );
}

export function RenameGroup({ id, onClose }: { readonly id: number | undefined; readonly onClose: () => void }) {
  const group = useQuery({
    queryKey: ["subscribers", "group", id],
    queryFn: ({ signal }) => tidings.getGroup({ id: id! }, { signal }),
    enabled: id !== undefined,
  });
  return (
    <Drawer title={t`Rename a group`} opened={id !== undefined} onClose={onClose} width={440}>
      {group.error && <ErrorView error={group.error} onRetry={() => void group.refetch()} />}
      {group.isPending && id !== undefined && <Skeleton height={120} />}
      {group.data && (
        <GroupForm
          key={group.data.id}
          name={group.data.name}
          failure={t`The group was not renamed`}
          action={t`Rename this group`}
          submit={(name) => tidings.updateGroup({ id: group.data.id, name })}
          done={(name) => t`The group is now called ${name}.`}
          onDone={onClose}
        />
      )}
    </Drawer>
  );
}

type GroupFormProps = {
  readonly name: string;
  readonly failure: string;
  readonly action: string;
  readonly submit: (name: string) => PromiseLike<{ readonly name: string }>;
  /** What was done, with the name as it is stored. */
  readonly done: (name: string) => string;
  readonly onDone: () => void;
};

function GroupForm({ name, failure, action, submit, done, onDone }: GroupFormProps) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { name },
    submit: (values) => submit(values.name),
    onDone: (group) => {
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      void toast({ message: done(group.name) });
      onDone();
    },
  });
  return (
    <Form form={form} failure={failure}>
      <TextInput
        label={t`Name`}
        description={t`People may see it where they subscribe.`}
        autoComplete="off"
        data-autofocus
        {...form.field("name")}
      />
      <FormActions>
        <SubmitButton form={form}>{action}</SubmitButton>
      </FormActions>
    </Form>
  );
}
