import { createRoot } from "react-dom/client";

import { sessionQuery } from "../api/session.ts";
import { stylesThere } from "../lib/head-start.ts";
import { serviceTerms } from "../lib/service-terms.ts";
import { setServiceTerms } from "../lib/service-text.ts";
import { App } from "./app.tsx";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";
import { loadSignIn } from "./session-gate.tsx";

/**
 * Renders once the session and the code of the screen are loaded, and not twice before that: until then the page shows
 * the frame in index.html.
 */
export async function start(): Promise<void> {
  setServiceTerms(serviceTerms);
  const root = document.querySelector("#root");
  if (!root) throw new Error("The page has no #root.");
  // The router shows a failure of it.
  const screen = router.load().catch(() => undefined);
  await queryClient.prefetchQuery(sessionQuery);
  const signedIn = queryClient.getQueryData(sessionQuery.queryKey) !== null;
  // A sign-in needs no screen. The gate's own attempt shows a failure of it.
  await (signedIn ? screen : loadSignIn().catch(() => undefined));
  await stylesThere();
  createRoot(root).render(<App />);
}
