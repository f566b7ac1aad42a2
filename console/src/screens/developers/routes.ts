import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const developers: Area = {
  entries: [
    {
      label: t`Developers`,
      path: "/developers",
      icon: "code",
      section: "Connect",
      capability: "svc_sendsms",
      letter: "d",
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/developers",
      component: lazyRouteComponent(() => import("./developers.tsx"), "Developers"),
      staticData: { title: t`Developers`, capability: "svc_sendsms" },
    }),
  ],
};
