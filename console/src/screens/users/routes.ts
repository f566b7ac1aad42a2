import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const users: Area = {
  entries: [
    {
      label: t`People and roles`,
      path: "/users",
      icon: "lock",
      section: "Site",
      capability: "svc_users",
      letter: "p",
      finds: { user: (id) => `/users?user=${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/users",
      component: lazyRouteComponent(() => import("./users.tsx"), "Users"),
      staticData: { title: t`People and roles`, capability: "svc_users" },
    }),
  ],
};
