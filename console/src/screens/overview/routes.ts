import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { t } from "../../lib/translate.ts";

export const overview: Area = {
  entries: [
    {
      label: t`Overview`,
      path: "/overview",
      icon: "overview",
      section: "",
      capability: "svc_setting",
      letter: "h",
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/overview",
      component: lazyRouteComponent(() => withFirstReads(import("./overview.tsx")), "Overview"),
      staticData: { title: t`Overview`, capability: "svc_setting" },
    }),
  ],
};
