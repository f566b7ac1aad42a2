import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";

import type { NavigationEntry } from "./area.ts";
import { NotFound } from "./not-found.tsx";
import { ScreenFailed } from "./screen-failed.tsx";

export type RouterContext = { readonly navigation: readonly NavigationEntry[] };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: ScreenFailed,
  notFoundComponent: NotFound,
});
