import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { t } from "../../lib/translate.ts";

export const inbox: Area = {
  entries: [
    {
      label: t`Inbox`,
      path: "/inbox",
      icon: "inbox",
      section: "Send",
      capability: "svc_inbox",
      letter: "i",
      finds: { thread: (number) => `/inbox?thread=${encodeURIComponent(number)}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/inbox",
      component: lazyRouteComponent(() => withFirstReads(import("./inbox.tsx")), "Inbox"),
      staticData: { title: t`Inbox`, capability: "svc_inbox" },
    }),
  ],
};
