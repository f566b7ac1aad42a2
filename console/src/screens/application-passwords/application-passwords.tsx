import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { useList } from "../../api/use-list.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { ListHead, ListStep, useStepFocus } from "../../components/list-part.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { type ApplicationPassword, passwordColumns } from "./columns.tsx";
import { CreateApplicationPassword } from "./create.tsx";

export type ApplicationPasswordsProps = {
  /** `me`, or the id of another user, which needs `svc_users`. */
  readonly user: "me" | number;
};

/** The passwords of the programs that call in a person's name: create, see their use, revoke. */
export function ApplicationPasswords({ user }: ApplicationPasswordsProps) {
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const { button, remember } = useStepFocus(creating);
  const elsewhere = useSession().site.managed_by?.application_passwords;
  const key = ["users", "application-passwords", user];
  const list = useList(key, (cursor, signal) =>
    tidings.listApplicationPasswords({ id: user, per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const revoke = useMutation({
    mutationFn: ({ uuid }: ApplicationPassword) => tidings.revokeApplicationPassword({ id: user, uuid }),
    onSuccess: (_, password) =>
      toast({
        message: t`Revoked ${password.name}. The program is refused from now on.`,
        undo: () => restore.mutate(password),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const restore = useMutation({
    mutationFn: ({ uuid }: ApplicationPassword) => tidings.restoreApplicationPassword({ id: user, uuid }),
    onSuccess: (_, { name }) => toast({ message: t`${name} works again.` }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  // Without a question: the password itself works again once this is undone.
  const end = (password: ApplicationPassword) => {
    restore.reset();
    if (!revoke.isPending) revoke.mutate(password);
  };
  const create = () => {
    remember();
    setCreating(true);
  };
  const hasRows = list.rows.length > 0;
  if (elsewhere) {
    return (
      <EmptyState
        icon="key"
        title={t`Your site manages application passwords`}
        action={<Button component="a" href={elsewhere}>{t`Open them on your site`}</Button>}
      />
    );
  }
  return (
    <>
      <ListHead title={t`Application passwords`}>
        {hasRows && (
          <Button
            ref={button}
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={create}
          >{t`Create a password`}</Button>
        )}
      </ListHead>
      {revoke.error && <ErrorView error={revoke.error} title={t`The password was not revoked`} />}
      {restore.error && <ErrorView error={restore.error} title={t`The password was not restored`} />}
      {creating && (
        <ListStep label={t`Create an application password`}>
          <CreateApplicationPassword user={user} onClose={() => setCreating(false)} />
        </ListStep>
      )}
      <DataTable
        label={t`Application passwords`}
        list={list}
        columns={passwordColumns({ pending: revoke.isPending ? revoke.variables.uuid : undefined, onRevoke: end })}
        rowKey={({ uuid }) => uuid}
        rowCommands={(password) => [
          {
            id: "revoke-password",
            label: t`Revoke ${password.name}`,
            keys: "d",
            icon: "trash",
            run: () => end(password),
          },
        ]}
        empty={
          <EmptyState
            part
            icon="key"
            title={t`No application passwords yet`}
            action={!creating && <Button ref={button} onClick={create}>{t`Create a password`}</Button>}
          >{t`A program signs in with a user name and a password of its own, never with the one of the console.`}</EmptyState>
        }
      />
    </>
  );
}
