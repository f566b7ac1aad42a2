import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const settings: Area = {
  entries: [
    {
      label: t`Settings`,
      path: "/settings",
      icon: "settings",
      section: "Site",
      capability: "svc_setting",
      letter: ",",
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/settings",
      component: lazyRouteComponent(() => import("./settings.tsx"), "Settings"),
      staticData: { title: t`Settings`, capability: "svc_setting" },
    }),
  ],
};
