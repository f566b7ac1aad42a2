import "./app/styles.ts";

import { createRoot } from "react-dom/client";

import { App } from "./app/app.tsx";
import { cspNonce } from "./lib/csp-nonce.ts";

// react-remove-scroll, which modals use, reads this name when it adds its style element.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() });

// A chunk that a newer release replaced: the page is loaded again, once, and then has the new names.
addEventListener("vite:preloadError", (event) => {
  const before = sessionStorage.getItem("tidings-reloaded");
  if (before === location.href) return;
  sessionStorage.setItem("tidings-reloaded", location.href);
  event.preventDefault();
  location.reload();
});

const root = document.querySelector("#root");
if (!root) throw new Error("The page has no #root.");
createRoot(root).render(<App />);
