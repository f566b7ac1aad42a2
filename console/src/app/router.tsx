import { createRoute, createRouter } from "@tanstack/react-router";

import { isReplaced } from "../lib/replaced-code.ts";
import { setupRoutes } from "../screens/setup/routes.ts";
import type { NavigationEntry } from "./area.ts";
import { areas } from "./areas.ts";
import { homeRoute } from "./home.tsx";
import { NotFound } from "./not-found.tsx";
import { rootRoute } from "./root-route.tsx";
import { ScreenFailed } from "./screen-failed.tsx";
import { shellRoute } from "./shell-route.tsx";

const navigation: readonly NavigationEntry[] = areas.flatMap((area) => area.entries);
/** Within the shell, so that the navigation stays when an address is misspelled. */
const elsewhereRoute = createRoute({ getParentRoute: () => shellRoute, path: "$", component: NotFound });
const screens = areas.flatMap((area) => area.routes);

/** Not registered as the router of `Link`: areas list their routes as `AnyRoute`, so it would know no address. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...setupRoutes, shellRoute.addChildren([homeRoute, ...screens, elsewhereRoute])]),
  context: { navigation },
  defaultPreload: "intent",
  // TanStack Query loads the data of a screen.
  defaultPreloadStaleTime: 0,
  // A screen's chunk arrives within this time, or a skeleton is shown.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  defaultErrorComponent: ScreenFailed,
  defaultNotFoundComponent: NotFound,
});

// A newer release is there: its screen, instead of one of both releases.
router.subscribe("onBeforeNavigate", ({ toLocation, pathChanged }) => {
  if (pathChanged && isReplaced()) location.assign(toLocation.href);
});
