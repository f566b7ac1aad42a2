import { useSession } from "../../api/session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { SubNav, usePart } from "../../components/sub-nav.tsx";
import { t } from "../../lib/translate.ts";
import { People } from "./people.tsx";
import { Roles } from "./roles.tsx";
import { parts } from "./parts.ts";

/** Who may sign in here, and what they may do. */
export function Users() {
  const { site } = useSession();
  const part = usePart(parts);
  if (site.managed_by) {
    return (
      <Page title={t`People and roles`}>
        <EmptyState
          icon="people"
          title={t`Another site manages the people and roles`}
          action={<a href={site.managed_by.users}>{t`Open the users there`}</a>}
        >
          {t`Who may sign in, and what they may do here, is decided there.`}{" "}
          <a href={site.managed_by.roles}>{t`Roles`}</a>
        </EmptyState>
      </Page>
    );
  }
  const nav = <SubNav label={t`People and roles`} parts={parts} current={part} />;
  return part === "people" ? <People nav={nav} /> : <Roles nav={nav} />;
}
