import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const profile: Area = {
  entries: [{ label: t`Your profile`, path: "/account", icon: "person", section: "Site", hidden: true }],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/account",
      component: lazyRouteComponent(() => import("./profile.tsx"), "Profile"),
      staticData: { title: t`Your profile` },
    }),
  ],
};
