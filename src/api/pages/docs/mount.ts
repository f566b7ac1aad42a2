import type { Context, Hono } from "hono";

import { BASE_PATH, type Mount } from "../../app.ts";
import { compressedTexts } from "./compressed.ts";
import type { Description } from "./model.ts";
import { addressOf, documentOf, type DocsPage, type Place } from "./page.ts";
import type { DocumentFile } from "./guide/guide-pages.ts";
import { docsScript } from "./script.ts";
import { searchOf, searchPage } from "./search.ts";
import { docsStyleHash } from "./style.ts";

/** One script of ours, nothing else is loaded; the search is the only form. */
const POLICY = `default-src 'none'; style-src 'sha256-${docsStyleHash}'; script-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;
const PAGE = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": POLICY,
  "X-Frame-Options": "DENY",
};
const SCRIPT = { "Content-Type": "text/javascript; charset=utf-8" };
const JSON_DOCUMENT = { "Content-Type": "application/json; charset=utf-8" };

/**
 * `/docs` with the pages below it and `/openapi.json`, public; and again below the base path, which is all that a host
 * platform passes on.
 *
 * @param options.openapi reads the generated description; called once, when a page is first requested: until then the
 *   document and its pages take no memory
 * @param options.documents reads the guide and the reference; also called once
 * @param options.base mount prefix and base path: "/svc/v1", "/api/svc/v1"
 * @param options.publicUrl TIDINGS_PUBLIC_URL; absent: curl lines show the address at which the page was requested
 */
export function docsPages(options: {
  readonly openapi: () => Promise<object>;
  readonly documents: () => Promise<readonly DocumentFile[]>;
  readonly base: string;
  readonly publicUrl?: string | null;
}): Mount {
  const { base } = options;
  const description = once(async () => (await options.openapi()) as Description);
  // Also loads the Markdown library, which a start need not wait for.
  const pages = once(async () => {
    const { docsPagesOf } = await import("./pages.ts");
    return docsPagesOf(await description(), await options.documents());
  });
  const search = once(async () => searchOf(await pages()));
  const respond = compressedTexts();

  function mountAt(app: Hono, at: string): void {
    const within = { docs: `${at}/docs`, openapi: `${at}/openapi.json`, base };
    async function show(c: Context, path: string): Promise<Response> {
      const all = await pages();
      const page: DocsPage | undefined = all.find((one) => one.path === path);
      if (!page) return c.notFound();
      const place: Place = { ...within, origin: originOf(c, options.publicUrl) };
      const key = `${place.origin} ${addressOf(page, place)}`;
      return respond(c.req.raw, key, () => documentOf(page, all, place), PAGE);
    }
    async function find(c: Context): Promise<Response> {
      const query = (c.req.query("q") ?? "").trim();
      const found = query === "" ? [] : (await search())(query);
      const place: Place = { ...within, origin: originOf(c, options.publicUrl) };
      return new Response(await documentOf(searchPage(query, found), await pages(), place), { headers: PAGE });
    }
    app.get(within.docs, (c) => show(c, ""));
    app.get(`${within.docs}/search`, find);
    app.get(`${within.docs}/docs.js`, (c) => respond(c.req.raw, "docs.js", async () => docsScript, SCRIPT));
    app.get(`${within.docs}/:page{.+}`, (c) => show(c, c.req.param("page").replace(/\/$/, "")));
    app.get(within.openapi, (c) =>
      respond(
        c.req.raw,
        within.openapi,
        async () => JSON.stringify({ ...(await description()), servers: [{ url: base }] }),
        JSON_DOCUMENT,
      ),
    );
  }
  return (app) => {
    mountAt(app, "");
    mountAt(app, base.endsWith(BASE_PATH) ? base : `${base}${BASE_PATH}`);
  };
}

/** Does the work on the first call and caches the result; a failure is retried. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}

/** For display only: nothing is stored or sent under a host that a request named. */
function originOf(c: Context, publicUrl: string | null | undefined): string {
  if (publicUrl) return publicUrl;
  const { protocol, host } = new URL(c.req.url);
  return /^[A-Za-z0-9.:[\]-]+$/.test(host) ? `${protocol}//${host}` : "";
}
