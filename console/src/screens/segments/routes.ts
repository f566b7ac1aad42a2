import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { isNumericId } from "../../lib/numeric-id.ts";
import { t } from "../../lib/translate.ts";

export const segments: Area = {
  entries: [
    {
      label: t`Segments`,
      path: "/segments",
      icon: "filter",
      section: "People",
      capability: "svc_subscribers",
      letter: "e",
      finds: { segment: (id) => `/segments/${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/segments",
      component: lazyRouteComponent(() => import("./segments.tsx"), "Segments"),
      staticData: { title: t`Segments`, capability: "svc_subscribers" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/segments/$id",
      params: { parse: ({ id }) => (id === "new" || isNumericId(id)) && { id } },
      component: lazyRouteComponent(() => import("./segment.tsx"), "Segment"),
      staticData: { title: t`Segment`, capability: "svc_subscribers" },
    }),
  ],
};
