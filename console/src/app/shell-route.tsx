import { createRoute } from "@tanstack/react-router";

import { ErrorView } from "../components/error-view.tsx";
import { NotFound } from "./not-found.tsx";
import { rootRoute } from "./root-route.tsx";
import { SessionGate } from "./session-gate.tsx";
import { Shell } from "./shell/shell.tsx";

/** The parent of every screen: asks for a sign-in, then draws the navigation around the screen. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: () => (
    <SessionGate>
      <Shell />
    </SessionGate>
  ),
  errorComponent: ({ error, reset }) => <ErrorView error={error} onRetry={reset} page />,
  notFoundComponent: NotFound,
});
