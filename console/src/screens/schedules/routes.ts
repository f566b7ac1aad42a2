import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";

export const schedules: Area = {
  entries: [
    {
      label: "Schedules",
      path: "/schedules",
      icon: "schedule",
      section: "Send",
      capability: "svc_sendsms",
      letter: "c",
      finds: { schedule: (id) => `/schedules/${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/schedules",
      component: lazyRouteComponent(() => import("./schedules.tsx"), "Schedules"),
      staticData: { title: "Schedules", capability: "svc_sendsms" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/schedules/$id",
      component: lazyRouteComponent(() => import("./schedule.tsx"), "Schedule"),
      staticData: { title: "Schedule", capability: "svc_sendsms" },
    }),
  ],
};
