import "./app/styles.ts";

import { cspNonce } from "./lib/csp-nonce.ts";
import { headStart } from "./lib/head-start.ts";
import { locale } from "./lib/locale.ts";
import { noticeReplaced, reloadFor } from "./lib/replaced-code.ts";
import { addServiceTexts } from "./lib/service-text.ts";
import { type Catalog, setCatalog } from "./lib/translate.ts";
import { warmFormats } from "./lib/warm-formats.ts";

const started = headStart();
// Afterwards, while the connection is busy and the processor is idle.
setTimeout(warmFormats);

// react-remove-scroll, which modals use, reads this name when it adds its style element.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() });

noticeReplaced();

const catalogs = import.meta.glob<Catalog>("./languages/*.json", { import: "default" });
const ofService = import.meta.glob<Record<string, string>>("./languages/service/*.json", { import: "default" });

async function start(): Promise<void> {
  const file = `${locale()}.json`;
  const [catalog, texts] = await Promise.all([
    catalogs[`./languages/${file}`]?.(),
    ofService[`./languages/service/${file}`]?.(),
  ]);
  setCatalog(catalog ?? null);
  addServiceTexts(texts ?? {});
  // Only now, because texts are also in constants.
  await started;
  const application = await import("./app/start.tsx");
  await application.start();
}

// Not awaited: the application imports from this file's chunk and would wait for its end.
void start().catch(reloadFor);
