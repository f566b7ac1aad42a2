import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { rootRoute } from "../../app/root-route.tsx";
import { t } from "../../lib/translate.ts";

/** Outside the shell: a user who opens the link of the first start has no session yet. */
export const setupRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/setup",
    component: lazyRouteComponent(() => import("./setup.tsx"), "Setup"),
    staticData: { title: t`Set up` },
  }),
] as const;
