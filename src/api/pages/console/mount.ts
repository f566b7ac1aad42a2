import { html } from "hono/html";

import { second } from "#lib/time";
import { withTimeout } from "#lib/with-timeout";

import type { Mount } from "../../app.ts";
import { encodingOf } from "../docs/compressed.ts";
import { page } from "../layout.ts";
import { isRead, wantsPage } from "../not-found.ts";
import type { ConsoleFile, ConsoleFiles } from "./files.ts";
import { indexPage } from "./index-page.ts";

const ASSETS = "/console-assets/";
/** Addresses that are not the console's: a wrong one among them is not found. */
const OTHERS = ["/svc/", "/docs/", "/p/", "/assets/", ASSETS];

export type ConsolePages = {
  readonly mount: Mount;
  /** The console, if the request is for one of its pages; null: it is not. */
  readonly pageFor: (request: Request) => Promise<Response | null>;
};

/**
 * The console: its files, and its one page for every address in a browser that nothing else has.
 *
 * @param read               the built console; null: it was not built
 * @param signIn.place       where people sign in, if it is not the console's own form: "site.example"
 * @param signIn.awaitsSetup whether nobody has chosen a password yet
 */
export function consolePages(
  read: () => Promise<ConsoleFiles | null>,
  signIn: { readonly place?: string | null; readonly awaitsSetup?: () => Promise<boolean> } = {},
): ConsolePages {
  const { place: signsIn = null, awaitsSetup = async () => false } = signIn;

  async function indexFor(request: Request, index: string): Promise<Response> {
    // The page is shown while the database cannot be reached, or does not answer, too.
    const isOpen = await withTimeout(awaitsSetup(), second).catch(() => false);
    return indexPage(request, index, { signsIn, awaitsSetup: isOpen });
  }

  async function fileAt(request: Request): Promise<Response | null> {
    const path = new URL(request.url).pathname;
    const file = (await read())?.files.get(path);
    return file ? sendFile(request, file, path.startsWith(ASSETS)) : null;
  }

  async function pageFor(request: Request): Promise<Response | null> {
    const file = isRead(request) ? await fileAt(request) : null;
    if (file) return file;
    const path = new URL(request.url).pathname;
    if (path.startsWith(ASSETS)) return new Response("There is no such file.", { status: 404 });
    if (!wantsPage(request) || isOthers(path)) return null;
    const built = await read();
    return built ? indexFor(request, built.index) : null;
  }

  const mount: Mount = (app) => {
    app.get("/", async ({ req }) => {
      const built = await read();
      return built ? indexFor(req.raw, built.index) : notBuilt();
    });
  };
  return { mount, pageFor };
}

/** null: it is not there any more. */
async function sendFile(request: Request, file: ConsoleFile, isImmutable: boolean): Promise<Response | null> {
  const wanted = encodingOf(request.headers.get("accept-encoding"));
  const packed = wanted === "identity" ? null : await file.read(wanted);
  const encoding = packed ? wanted : "identity";
  const etag = `"${file.tag}${packed ? `-${encoding}` : ""}"`;
  const headers = {
    "Content-Type": file.type,
    // A changed file there has another name.
    "Cache-Control": isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
    ...(packed && { "Content-Encoding": encoding }),
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  const content = packed ?? (await file.read("identity"));
  return content && new Response(content, { headers });
}

function isOthers(path: string): boolean {
  return OTHERS.some((prefix) => `${path}/`.startsWith(prefix));
}

function notBuilt(): Promise<Response> {
  const body = html`<main class="narrow">
    <p><span class="brand">Tidings</span></p>
    <h1>The console is not built</h1>
    <p>In a clone, <code>npm run build:console</code> builds it; a package contains it. The API works without it.</p>
    <p><a href="/docs">The API and how to call it</a></p>
  </main>`;
  return page({ title: "Console", body });
}
