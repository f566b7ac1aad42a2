import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { type Capability, capabilityNames } from "../../lib/capability.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { type Role, useGrantRefusal } from "./use-roles.ts";
import { withChanges } from "./with-changes.ts";
import classes from "./users.module.css";

type DrawerProps = { readonly opened: boolean; readonly onClose: () => void };

export function CreateRole({ opened, onClose }: DrawerProps) {
  return (
    <Drawer title={t`Create a role`} opened={opened} onClose={onClose} width={440}>
      <RoleForm role={undefined} onDone={onClose} />
    </Drawer>
  );
}

export function EditRole({ role, onClose }: { readonly role: Role | undefined; readonly onClose: () => void }) {
  return (
    <Drawer title={role ? <bdi>{role.label}</bdi> : t`Role`} opened={role !== undefined} onClose={onClose} width={440}>
      {role && <RoleForm key={role.name} role={role} onDone={onClose} />}
    </Drawer>
  );
}

/** The name by which programs know the role; what has no letters of the alphabet gets one by hand. */
const nameOf = (label: string): string =>
  label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Diacritic}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "")
    .slice(0, 100);

/** What the role may do now, whatever was shown. */
async function granted(name: string): Promise<readonly Capability[]> {
  for await (const role of tidings.listRoles({ per_page: 100 })) if (role.name === name) return role.capabilities;
  return [];
}

function RoleForm({ role, onDone }: { readonly role: Role | undefined; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const refusal = useGrantRefusal();
  const [initial] = useState(() => ({
    label: role?.label ?? "",
    name: role?.name ?? "",
    capabilities: (role?.capabilities ?? []) as readonly Capability[],
  }));
  const form = useApiForm({
    initial,
    submit: async (values, { label, capabilities: wanted }) => {
      if (!role) return tidings.createRole(values);
      const { name } = role;
      return tidings.updateRole({
        name,
        ...(label !== undefined && { label }),
        ...(wanted && { capabilities: withChanges(await granted(name), initial.capabilities, wanted) }),
      });
    },
    onDone: (saved) => {
      void queries.invalidateQueries({ queryKey: ["users"] });
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void toast({ message: role ? t`The role ${saved.label} is saved.` : t`There is a role ${saved.label} now.` });
      onDone();
    },
  });
  const { capabilities, label, name } = form.values;
  const renamed = role ? refusal(role.capabilities) : null;
  const follows = !role && name === nameOf(label);
  return (
    <Form form={form} failure={role ? t`The role was not changed` : t`The role was not created`}>
      <TextInput
        label={t`Name`}
        {...(renamed !== null && { description: renamed, disabled: true })}
        autoComplete="off"
        dir="auto"
        data-autofocus
        {...form.field("label")}
        onChange={(event) => {
          const next = event.currentTarget.value;
          form.set("label", next);
          if (follows) form.set("name", nameOf(next));
        }}
      />
      {!role && (
        <TextInput
          label={t`Name for programs`}
          description={t`Small letters, digits and dashes. It cannot be changed later.`}
          autoComplete="off"
          dir="ltr"
          {...form.field("name")}
        />
      )}
      <fieldset className={classes.boxes}>
        <legend>{t`Who has this role may`}</legend>
        {(Object.entries(capabilityNames) as [Capability, string][]).map(([capability, words]) => {
          const refused = refusal([capability]);
          return (
            <Checkbox
              key={capability}
              label={words}
              {...(refused !== null && { description: t`${refused} So you cannot grant or take it.` })}
              checked={capabilities.includes(capability)}
              disabled={refused !== null}
              onChange={(event) =>
                form.set(
                  "capabilities",
                  event.currentTarget.checked
                    ? [...capabilities, capability]
                    : capabilities.filter((other) => other !== capability),
                )
              }
            />
          );
        })}
      </fieldset>
      {role && <p className={classes.note}>{t`It changes at once for everyone who has this role.`}</p>}
      <FormActions>
        <SubmitButton form={form}>{role ? t`Save this role` : t`Create this role`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
