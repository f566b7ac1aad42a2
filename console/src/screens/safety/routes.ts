import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const safety: Area = {
  entries: [
    {
      label: t`Safety and privacy`,
      path: "/safety",
      icon: "shield",
      section: "Site",
      capability: "svc_setting",
      letter: "f",
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/safety",
      component: lazyRouteComponent(() => import("./safety.tsx"), "Safety"),
      staticData: { title: t`Safety and privacy`, capability: "svc_setting" },
    }),
  ],
};
