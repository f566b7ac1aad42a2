import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const imports: Area = {
  entries: [
    {
      label: t`Import`,
      path: "/import",
      icon: "upload",
      section: "People",
      capability: "svc_subscribers",
      letter: "u",
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/import",
      component: lazyRouteComponent(() => import("./import.tsx"), "Import"),
      staticData: { title: t`Import`, capability: "svc_subscribers" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/import/$id",
      component: lazyRouteComponent(() => import("./import-job.tsx"), "ImportJob"),
      staticData: { title: t`Import`, capability: "svc_subscribers" },
    }),
  ],
};
