import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { WriteTo } from "../../components/write-to.tsx";
import { t } from "../../lib/translate.ts";
import { ApplicationPasswords } from "../application-passwords/application-passwords.tsx";
import { EditUser } from "./edit-user.tsx";
import { SetupLink } from "./setup-link.tsx";
import { useGrantRefusal, useRoles } from "./use-roles.ts";
import { UserAccess } from "./user-access.tsx";
import classes from "./users.module.css";

/**
 * One user: their details, their roles, how they sign in. A user who may do more than the reader is shown read-only.
 */
export function UserDrawer({ id, onClose }: { readonly id: number | undefined; readonly onClose: () => void }) {
  const session = useSession();
  const [values] = useFilterState();
  const isNew = values["link"] === true;
  const refusal = useGrantRefusal();
  const roles = useRoles();
  const query = useQuery({
    queryKey: ["users", "one", id],
    queryFn: ({ signal }) => tidings.getUser({ id: id! }, { signal }),
    enabled: id !== undefined,
  });
  const { data: user } = query;
  const own = user?.id === session.user.id;
  const refused = user && !own ? refusal(user.capabilities) : null;
  const failure = query.error ?? roles.error;
  return (
    <Drawer
      title={user ? <bdi dir="auto">{user.name || user.username}</bdi> : t`User`}
      opened={id !== undefined}
      onClose={onClose}
      width={520}
    >
      {failure && (!user || !roles.data) && (
        <ErrorView error={failure} onRetry={() => void Promise.all([query.refetch(), roles.refetch()])} />
      )}
      {!failure && (!user || !roles.data) && <Skeleton height={480} />}
      {user && roles.data && (
        <div key={user.id} className={classes.drawer}>
          {refused && (
            <p className={classes.refused}>
              <Icon name="lock" size={16} />
              <span>{t`You cannot change this user, who may do more than you. ${refused}`}</span>
            </p>
          )}
          {!refused && isNew && <SetupLink user={user} isNew />}
          {!isNew && user.phone && (
            <div>
              <WriteTo to={{ user: user.id }} name={user.name || user.username} inDrawer />
            </div>
          )}
          <EditUser user={user} roles={roles.data} readOnly={refused !== null} />
          {!refused && !isNew && !own && <SetupLink user={user} />}
          {!refused && (
            <section aria-label={t`Application passwords`} className={classes.access}>
              <ApplicationPasswords user={user.id} />
            </section>
          )}
          {!refused && <UserAccess user={user} own={own} onDeleted={onClose} />}
        </div>
      )}
    </Drawer>
  );
}
