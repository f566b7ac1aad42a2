import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { withTemporal } from "../../lib/temporal.ts";
import { t } from "../../lib/translate.ts";

export const schedules: Area = {
  entries: [
    {
      label: t`Schedules`,
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
      component: lazyRouteComponent(() => withFirstReads(withTemporal(import("./schedules.tsx"))), "Schedules"),
      staticData: { title: t`Schedules`, capability: "svc_sendsms" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/schedules/$id",
      component: lazyRouteComponent(() => withTemporal(import("./schedule.tsx")), "Schedule"),
      staticData: { title: t`Schedule`, capability: "svc_sendsms" },
    }),
  ],
};
