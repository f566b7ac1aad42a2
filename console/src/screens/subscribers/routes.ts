import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";

export const subscribers: Area = {
  entries: [
    {
      label: "Subscribers",
      path: "/subscribers",
      icon: "person",
      section: "People",
      capability: "svc_subscribers",
      letter: "s",
      finds: { subscriber: (id) => `/subscribers/${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/subscribers",
      component: lazyRouteComponent(() => import("./subscribers.tsx"), "Subscribers"),
      staticData: { title: "Subscribers", capability: "svc_subscribers" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/subscribers/$id",
      component: lazyRouteComponent(() => import("./subscriber.tsx"), "Subscriber"),
      staticData: { title: "Subscriber", capability: "svc_subscribers" },
    }),
  ],
};
