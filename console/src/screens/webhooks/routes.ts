import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

const getParentRoute = () => shellRoute;

export const webhooks: Area = {
  entries: [
    {
      label: t`Webhooks`,
      path: "/webhooks",
      icon: "link",
      section: "Connect",
      capability: "svc_setting",
      letter: "k",
      finds: { webhook: (id) => `/webhooks/${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute,
      path: "/webhooks",
      component: lazyRouteComponent(() => import("./webhooks.tsx"), "Webhooks"),
      staticData: { title: t`Webhooks`, capability: "svc_setting" },
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks/$id",
      component: lazyRouteComponent(() => import("./webhook.tsx"), "Webhook"),
      staticData: { title: t`Webhook`, capability: "svc_setting" },
    }),
  ],
};
