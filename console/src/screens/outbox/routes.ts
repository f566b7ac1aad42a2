import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const outbox: Area = {
  entries: [
    {
      label: t`Outbox`,
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
      staticData: { title: t`Outbox`, capability: "svc_outbox" },
    }),
  ],
};
