import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const fields: Area = {
  entries: [
    {
      label: t`Fields`,
      path: "/fields",
      icon: "fields",
      section: "People",
      capability: "svc_subscribers",
      letter: "v",
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/fields",
      component: lazyRouteComponent(() => import("./fields.tsx"), "Fields"),
      staticData: { title: t`Fields`, capability: "svc_subscribers" },
    }),
  ],
};
