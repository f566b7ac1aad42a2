import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";

export const audit: Area = {
  entries: [{ label: "Audit", path: "/audit", icon: "audit", section: "Site", capability: "svc_setting", letter: "l" }],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/audit",
      component: lazyRouteComponent(() => import("./audit.tsx"), "Audit"),
      staticData: { title: "Audit", capability: "svc_setting" },
    }),
  ],
};
