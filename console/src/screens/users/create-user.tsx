import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { LanguageSelect } from "../../components/language-select.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { RoleBoxes } from "./role-boxes.tsx";
import { type Role, useRoles } from "./use-roles.ts";
import classes from "./users.module.css";

type CreateUserProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (id: number) => void;
};

export function CreateUser({ opened, onClose, onCreated }: CreateUserProps) {
  const roles = useRoles();
  return (
    <Drawer title={t`Create a user`} opened={opened} onClose={onClose} width={480}>
      {roles.error && <ErrorView error={roles.error} onRetry={() => void roles.refetch()} />}
      {roles.isPending && <Skeleton height={420} />}
      {roles.data && <CreateForm roles={roles.data} onCreated={onCreated} />}
    </Drawer>
  );
}

type CreateFormProps = { readonly roles: readonly Role[]; readonly onCreated: (id: number) => void };

function CreateForm({ roles, onCreated }: CreateFormProps) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { name: "", username: "", email: "", phone: "", locale: "en", roles: [] as readonly string[] },
    submit: (values) => tidings.createUser(values),
    onDone: (user) => {
      void queries.invalidateQueries({ queryKey: ["users"] });
      void toast({ message: t`${user.name} is a user now.` });
      onCreated(user.id);
    },
  });
  return (
    <Form form={form} failure={t`The user was not created`}>
      <TextInput label={t`Name`} autoComplete="off" dir="auto" data-autofocus {...form.field("name")} />
      <TextInput
        label={t`User name`}
        description={t`For signing in. It cannot be changed later.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        {...form.field("username")}
      />
      <TextInput label={t`E-mail`} type="email" autoComplete="off" dir="ltr" {...form.field("email")} />
      <TextInput
        label={t`Phone number`}
        description={t`With + and the country; may stay empty.`}
        type="tel"
        autoComplete="off"
        dir="ltr"
        {...form.field("phone")}
      />
      <LanguageSelect {...form.choice("locale")} />
      <RoleBoxes
        roles={roles}
        value={form.values.roles}
        onChange={(names) => form.set("roles", names)}
        error={form.issue("roles")}
      />
      <p className={classes.note}>{t`Next you get a link with which they choose their password.`}</p>
      <FormActions>
        <SubmitButton form={form}>{t`Create this user`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
