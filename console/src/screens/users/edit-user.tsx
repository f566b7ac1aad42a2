import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { LanguageSelect } from "../../components/language-select.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import type { User } from "./columns.tsx";
import { RoleBoxes } from "./role-boxes.tsx";
import type { Role } from "./use-roles.ts";
import { withChanges } from "./with-changes.ts";
import classes from "./users.module.css";

type EditUserProps = { readonly user: User; readonly roles: readonly Role[]; readonly readOnly: boolean };

export function EditUser({ user, roles, readOnly }: EditUserProps) {
  const queries = useQueryClient();
  const [begun, setBegun] = useState<readonly string[]>(user.roles);
  const form = useApiForm({
    initial: {
      name: user.name,
      email: user.email,
      phone: user.phone ?? "",
      locale: user.locale,
      roles: user.roles as readonly string[],
    },
    // Users who may not grant some of the roles can still correct a name.
    submit: async (_, { roles: wanted, ...changed }) => {
      const { id } = user;
      if (!wanted || sameRoles(wanted, begun)) return tidings.updateUser({ id, ...changed });
      const { roles: now } = await tidings.getUser({ id });
      return tidings.updateUser({ id, ...changed, roles: withChanges(now, begun, wanted) });
    },
    onDone: (changed, { roles }) => {
      setBegun(roles);
      queries.setQueryData(["users", "one", user.id], changed);
      void queries.invalidateQueries({ queryKey: ["users", "list"] });
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void toast({ message: t`${changed.name} is saved.` });
    },
  });
  return (
    <Form form={form} failure={t`The user was not changed`}>
      <fieldset className={classes.plain} disabled={readOnly}>
        <TextInput label={t`User name`} value={user.username} dir="ltr" readOnly />
        <TextInput label={t`Name`} autoComplete="off" dir="auto" {...form.field("name")} />
        <TextInput label={t`E-mail`} type="email" autoComplete="off" dir="ltr" {...form.field("email")} />
        <TextInput label={t`Phone number`} type="tel" autoComplete="off" dir="ltr" {...form.field("phone")} />
        <LanguageSelect {...form.choice("locale")} />
        <RoleBoxes
          roles={roles}
          value={form.values.roles}
          onChange={(names) => form.set("roles", names)}
          error={form.issue("roles")}
        />
      </fieldset>
      {!readOnly && (
        <FormActions>
          <SubmitButton form={form}>{t`Save this user`}</SubmitButton>
        </FormActions>
      )}
    </Form>
  );
}

function sameRoles(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}
