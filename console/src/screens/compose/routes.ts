import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withTemporal } from "../../lib/temporal.ts";
import { t } from "../../lib/translate.ts";

export const compose: Area = {
  entries: [
    {
      label: t`New message`,
      path: "/compose",
      icon: "edit",
      section: "Send",
      capability: "svc_sendsms",
      letter: "n",
      primary: true,
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/compose",
      component: lazyRouteComponent(() => withTemporal(import("./compose.tsx")), "Compose"),
      staticData: { title: t`New message`, capability: "svc_sendsms" },
    }),
  ],
};
