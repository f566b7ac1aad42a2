import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { numericId } from "../../lib/numeric-id.ts";
import { t } from "../../lib/translate.ts";

export const subscribers: Area = {
  entries: [
    {
      label: t`Subscribers`,
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
      component: lazyRouteComponent(() => withFirstReads(import("./subscribers.tsx")), "Subscribers"),
      staticData: { title: t`Subscribers`, capability: "svc_subscribers" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/subscribers/$id",
      params: numericId,
      component: lazyRouteComponent(() => withFirstReads(import("./subscriber.tsx")), "Subscriber"),
      staticData: { title: t`Subscriber`, capability: "svc_subscribers" },
    }),
  ],
};
