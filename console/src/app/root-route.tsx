import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";

import { ErrorView } from "../components/error-view.tsx";
import type { NavigationEntry } from "./area.ts";
import { NotFound } from "./not-found.tsx";

export type RouterContext = { readonly navigation: readonly NavigationEntry[] };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: ({ error, reset }) => <ErrorView error={error} onRetry={reset} page />,
  notFoundComponent: NotFound,
});
