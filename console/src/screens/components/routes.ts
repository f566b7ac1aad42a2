import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withTemporal } from "../../lib/temporal.ts";

/** Every component with its states, for developers of screens. In no menu. */
export const components: Area = {
  entries: [],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/dev/components",
      component: lazyRouteComponent(() => withTemporal(import("./components.tsx")), "Components"),
      staticData: { title: "Components", capability: "svc_setting" },
    }),
  ],
};
