import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";

export const forms: Area = {
  entries: [
    {
      label: "Forms",
      path: "/forms",
      icon: "form",
      section: "People",
      capability: "svc_subscribers",
      letter: "y",
      finds: { form: (id) => `/forms/${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/forms",
      component: lazyRouteComponent(() => import("./forms.tsx"), "Forms"),
      staticData: { title: "Forms", capability: "svc_subscribers" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/forms/$slug",
      component: lazyRouteComponent(() => import("./form.tsx"), "FormScreen"),
      staticData: { title: "Form", capability: "svc_subscribers" },
    }),
  ],
};
