import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { t } from "../../lib/translate.ts";

export const groups: Area = {
  entries: [
    {
      label: t`Groups`,
      path: "/groups",
      icon: "people",
      section: "People",
      capability: "svc_subscribers",
      letter: "r",
      finds: { group: (id) => `/subscribers?group_id=${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/groups",
      component: lazyRouteComponent(() => withFirstReads(import("./groups.tsx")), "Groups"),
      staticData: { title: t`Groups`, capability: "svc_subscribers" },
    }),
  ],
};
