import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";

const getParentRoute = () => shellRoute;

export const webhooks: Area = {
  entries: [
    {
      label: "Webhooks",
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
      staticData: { title: "Webhooks", capability: "svc_setting" },
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks/$id",
      component: lazyRouteComponent(() => import("./webhook.tsx"), "Webhook"),
      staticData: { title: "Webhook", capability: "svc_setting" },
    }),
  ],
};
