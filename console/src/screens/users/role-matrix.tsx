import { ActionIcon } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";

import { tidings } from "../../api/client.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { useRowKeys } from "../../components/data-table/list-keys.ts";
import { useRowCommands } from "../../components/data-table/row-commands.ts";
import { toast } from "../../components/overlays/toast.ts";
import { type Capability, capabilityNames } from "../../lib/capability.ts";
import { t } from "../../lib/translate.ts";
import { upperFirst } from "../../lib/upper-first.ts";
import { type Role, useGrantRefusal } from "./use-roles.ts";
import classes from "./users.module.css";

const capabilities = Object.entries(capabilityNames) as [Capability, string][];

export function RoleMatrix({ roles }: { readonly roles: readonly Role[] }) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["users"] });
  const remove = useMutation({
    mutationFn: async (role: Role) => await tidings.deleteRole({ name: role.name }),
    onSuccess: ({ previous }) =>
      toast({
        message: t`The role ${previous.label} was deleted.`,
        undo: async () => {
          await tidings.createRole(previous);
          await refresh();
        },
      }),
    onSettled: refresh,
  });
  const [, change] = useFilterState();
  const refusal = useGrantRefusal();
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = useRowKeys(body, "[data-row]");
  const edit = (role: Role) => change({ edit: role.name, create: undefined });
  const row = useRowCommands(
    roles,
    ({ name }) => name,
    (role) => [
      { id: "change-role", label: t`Change the role ${role.label}`, keys: "e", icon: "edit", run: () => edit(role) },
      ...(refusal(role.capabilities) !== null || remove.isPending
        ? []
        : [
            {
              id: "delete-role",
              label: t`Delete the role ${role.label}`,
              keys: "d",
              icon: "trash" as const,
              run: () => remove.mutate(role),
            },
          ]),
    ],
  );
  return (
    <>
      {remove.error && <ErrorView error={remove.error} title={t`The role was not deleted`} />}
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">{t`Role`}</th>
            {capabilities.map(([capability, words]) => (
              <th key={capability} scope="col">
                {upperFirst(words)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} {...row} {...keys}>
          {roles.map((role, index) => (
            <tr key={role.name} data-row={index}>
              <th scope="row">
                <Link to="/users" search={{ role: role.name }} title={t`Who has this role`}>
                  <bdi>{role.label}</bdi>
                </Link>
              </th>
              {role.capabilities.length === 0 && <td className={classes.none}>{t`Nothing in this console`}</td>}
              {capabilities.map(([capability, words]) => (
                <td key={capability} data-has={role.capabilities.includes(capability)}>
                  {role.capabilities.includes(capability) ? (
                    <>
                      <Icon name="check" size={16} className={classes.yes} />
                      <span className={classes.words}>{upperFirst(words)}</span>
                    </>
                  ) : (
                    <span className="visually-hidden">{t`no`}</span>
                  )}
                </td>
              ))}
              <td>
                <RoleActions
                  role={role}
                  pending={remove.isPending}
                  onEdit={() => edit(role)}
                  onRemove={() => remove.mutate(role)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type RoleActionsProps = {
  readonly role: Role;
  readonly pending: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function RoleActions({ role, pending, onEdit, onRemove }: RoleActionsProps) {
  const refused = useGrantRefusal()(role.capabilities);
  return (
    <span className={classes.actions}>
      <ActionIcon variant="subtle" aria-label={t`Change the role ${role.label}`} aria-keyshortcuts="e" onClick={onEdit}>
        <Icon name="edit" size={14} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={refused ? t`Delete the role ${role.label}: ${refused}` : t`Delete the role ${role.label}`}
        aria-keyshortcuts="d"
        disabled={refused !== null || pending}
        title={refused ?? undefined}
        onClick={onRemove}
      >
        <Icon name="trash" size={14} />
      </ActionIcon>
    </span>
  );
}
