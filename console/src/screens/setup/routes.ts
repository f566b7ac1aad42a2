import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { rootRoute } from "../../app/root-route.tsx";

/** Outside the shell: whoever opens the link of the first start has no session yet. */
export const setupRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/setup",
    component: lazyRouteComponent(() => import("./setup.tsx"), "Setup"),
    staticData: { title: "Set up" },
  }),
] as const;
