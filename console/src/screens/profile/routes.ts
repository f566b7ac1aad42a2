import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";

export const profile: Area = {
  entries: [{ label: "Your profile", path: "/account", icon: "person", section: "Site", hidden: true }],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/account",
      component: lazyRouteComponent(() => import("./profile.tsx"), "Profile"),
      staticData: { title: "Your profile" },
    }),
  ],
};
