import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const suppressions: Area = {
  entries: [
    {
      label: t`Suppressions`,
      path: "/suppressions",
      icon: "ban",
      section: "People",
      capability: "svc_subscribers",
      letter: "x",
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/suppressions",
      component: lazyRouteComponent(() => import("./suppressions.tsx"), "Suppressions"),
      staticData: { title: t`Suppressions`, capability: "svc_subscribers" },
    }),
  ],
};
