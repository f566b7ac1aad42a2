import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { t } from "../../lib/translate.ts";

export const messages: Area = {
  entries: [
    {
      label: t`Messages`,
      path: "/messages",
      icon: "megaphone",
      section: "Send",
      capability: "svc_sendsms",
      letter: "m",
      finds: { message: (id) => `/messages/${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/messages",
      component: lazyRouteComponent(() => withFirstReads(import("./messages.tsx")), "Messages"),
      staticData: { title: t`Messages`, capability: "svc_sendsms" },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/messages/$id",
      component: lazyRouteComponent(() => withFirstReads(import("./message.tsx")), "Message"),
      staticData: { title: t`Message`, capability: "svc_sendsms" },
    }),
  ],
};
