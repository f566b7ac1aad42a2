import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";

import type { Area } from "../../app/area.ts";
import { shellRoute } from "../../app/shell-route.tsx";
import { withFirstReads } from "../../app/with-first-reads.ts";
import { t } from "../../lib/translate.ts";
import { withState } from "./with-state.ts";

export const outbox: Area = {
  entries: [
    {
      label: t`Outbox`,
      path: "/outbox",
      icon: "outbox",
      section: "Send",
      capability: "svc_outbox",
      letter: "o",
      finds: { outbox_entry: (id) => `/outbox?entry=${id}` },
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/outbox",
      beforeLoad: ({ search }) => {
        const now = withState(search);
        if (now !== search) throw redirect({ to: "/outbox", search: now, replace: true });
      },
      component: lazyRouteComponent(() => withFirstReads(import("./outbox.tsx")), "Outbox"),
      staticData: { title: t`Outbox`, capability: "svc_outbox" },
    }),
  ],
};
