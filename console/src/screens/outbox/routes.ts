import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";

export const outbox: Area = {
  entries: [
    {
      label: "Outbox",
      path: "/outbox",
      icon: "outbox",
      section: "Send",
      capability: "svc_outbox",
      letter: "o",
      finds: { outbox_entry: (id) => `/outbox?entry=${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/outbox",
      component: lazyRouteComponent(() => import("./outbox.tsx"), "Outbox"),
      staticData: { title: "Outbox", capability: "svc_outbox" },
    }),
  ],
};
