import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import { useCommands } from "../../commands/registry.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import { CreateRole, EditRole } from "./role-drawer.tsx";
import { RoleMatrix } from "./role-matrix.tsx";
import { useRoles } from "./use-roles.ts";

/** What each role allows. */
export function Roles({ nav }: { readonly nav: ReactNode }) {
  const [values, change] = useFilterState();
  const roles = useRoles();
  const create = () => change({ create: true, edit: undefined });
  useCommands([{ id: "create-role", label: t`Create a role`, keys: "a", icon: "plus", run: create }]);
  const edited = roles.data?.find(({ name }) => name === values["edit"]);
  return (
    <Page
      title={t`People and roles`}
      actions={<Button leftSection={<Icon name="plus" size={14} />} onClick={create}>{t`Create a role`}</Button>}
    >
      {nav}
      {!roles.data && roles.error && <ErrorView error={roles.error} onRetry={() => void roles.refetch()} />}
      {roles.isPending && <Skeleton height={280} />}
      {roles.data && <RoleMatrix roles={roles.data} />}
      <CreateRole opened={values["create"] === true} onClose={() => change({ create: undefined })} />
      <EditRole role={edited} onClose={() => change({ edit: undefined })} />
    </Page>
  );
}
