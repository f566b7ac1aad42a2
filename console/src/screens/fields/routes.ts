import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";

export const fields: Area = {
  entries: [
    {
      label: "Fields",
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
      staticData: { title: "Fields", capability: "svc_subscribers" },
    }),
  ],
};
