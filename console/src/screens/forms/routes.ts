import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { t } from "../../lib/translate.ts";

export const forms: Area = {
  entries: [
    {
      label: t`Forms`,
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
      staticData: { title: t`Forms`, capability: "svc_subscribers" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      // Not below /forms: a form may be called "new".
      path: "/new-form",
      component: lazyRouteComponent(() => import("./form.tsx"), "NewForm"),
      staticData: { title: t`New form`, capability: "svc_subscribers" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/forms/$slug",
      component: lazyRouteComponent(() => import("./form.tsx"), "StoredForm"),
      staticData: { title: t`Form`, capability: "svc_subscribers" },
    }),
  ],
};
