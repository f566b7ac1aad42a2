import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { numericId } from "../../lib/numeric-id.ts";
import { t } from "../../lib/translate.ts";

const editor = () => import("./template.tsx");

export const templates: Area = {
  entries: [
    {
      label: t`Templates`,
      path: "/templates",
      icon: "template",
      section: "Send",
      capability: "svc_sendsms",
      letter: "t",
      finds: { template: (id) => `/templates/${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/templates",
      component: lazyRouteComponent(() => withFirstReads(import("./templates.tsx")), "Templates"),
      staticData: { title: t`Templates`, capability: "svc_sendsms" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/templates/new",
      component: lazyRouteComponent(editor, "NewTemplate"),
      staticData: { title: t`New template`, capability: "svc_sendsms" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/templates/$id",
      params: numericId,
      component: lazyRouteComponent(editor, "Template"),
      staticData: { title: t`Template`, capability: "svc_sendsms" },
    }),
  ],
};
