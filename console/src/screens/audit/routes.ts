import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const audit: Area = {
  entries: [
    { label: t`Audit`, path: "/audit", icon: "audit", section: "Site", capability: "svc_setting", letter: "l" },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/audit",
      component: lazyRouteComponent(() => import("./audit.tsx"), "Audit"),
      staticData: { title: t`Audit`, capability: "svc_setting" },
    }),
  ],
};
