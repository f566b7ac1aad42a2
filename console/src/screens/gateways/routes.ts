import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { t } from "../../lib/translate.ts";

const getParentRoute = () => shellRoute;

/** No gateway is called `kinds` or `routing`: these addresses are free. */
export const gateways: Area = {
  entries: [
    {
      label: t`Gateways`,
      path: "/gateways",
      icon: "gateway",
      section: "Connect",
      capability: "svc_setting",
      letter: "w",
      finds: { gateway: (name) => `/gateways/${encodeURIComponent(name)}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute,
      path: "/gateways",
      component: lazyRouteComponent(() => withFirstReads(import("./gateways.tsx")), "Gateways"),
      staticData: { title: t`Gateways`, capability: "svc_setting" },
    }),
    createRoute({
      getParentRoute,
      path: "/gateways/kinds",
      component: lazyRouteComponent(() => import("./kinds.tsx"), "Kinds"),
      staticData: { title: t`Add a gateway`, capability: "svc_setting" },
    }),
    createRoute({
      getParentRoute,
      path: "/gateways/kinds/$kind",
      component: lazyRouteComponent(() => import("./add-gateway.tsx"), "AddGateway"),
      staticData: { title: t`Add a gateway`, capability: "svc_setting" },
    }),
    createRoute({
      getParentRoute,
      path: "/gateways/routing",
      component: lazyRouteComponent(() => import("./routing/routing.tsx"), "Routing"),
      staticData: { title: t`Routing`, capability: "svc_setting" },
    }),
    createRoute({
      getParentRoute,
      path: "/gateways/$name",
      component: lazyRouteComponent(() => import("./gateway.tsx"), "Gateway"),
      staticData: { title: t`Gateway`, capability: "svc_setting" },
    }),
  ],
};
