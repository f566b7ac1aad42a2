import { createRoute, Navigate } from "@tanstack/react-router";

import { useSession } from "../api/session.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";
import { t } from "../lib/translate.ts";
import { shellRoute } from "./shell-route.tsx";
import { useNavigation } from "./shell/use-navigation.ts";

/** `/` leads to the first area that the person may open: the overview for most. */
function Home() {
  const { user } = useSession();
  const first = useNavigation().find((entry) => !entry.hidden && !entry.primary && entry.path !== "/");
  if (first) return <Navigate to={first.path} replace />;
  return (
    <Page title={t`Hello ${user.name || user.username}`}>
      <EmptyState
        icon="lock"
        title={t`Your account may not do anything yet`}
      >{t`An administrator gives your account a role; then what you may do appears here.`}</EmptyState>
    </Page>
  );
}

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  component: Home,
  staticData: { title: t`Home` },
});
