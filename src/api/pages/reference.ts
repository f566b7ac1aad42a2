import { createHash } from "node:crypto";

import type { Context, Hono } from "hono";
import { html, raw } from "hono/html";

import { BASE_PATH, type Mount } from "../app.ts";
import type { Html } from "./layout.ts";
import { chaptersOf, type Description } from "./reference-model.ts";
import type { Place } from "./reference-prose.ts";
import { referenceStyle, referenceStyleHash } from "./reference-style.ts";
import { referenceView } from "./reference-view.ts";
import { errorsView } from "./reference-words.ts";

/** Nothing is loaded and nothing runs: the pages are one document each. */
const POLICY = `default-src 'none'; style-src 'sha256-${referenceStyleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** Stands in the finished page for the reader's own origin, which only the request tells. */
const ORIGIN = "\uE000";

/**
 * `/docs`, `/docs/errors` and `/openapi.json`, for everybody; the same again below the base path, which is all that
 * a host platform hands on.
 *
 * @param options.openapi reads the generated description; asked once, when somebody first wants a page: until then
 *   the document and its pages take no memory
 * @param options.base mount prefix and base path: "/svc/v1", "/api/svc/v1"
 * @param options.publicUrl TIDINGS_PUBLIC_URL; absent: curl lines show the address by which the page was asked for
 */
export function referencePages(options: {
  readonly openapi: () => Promise<object>;
  readonly base: string;
  readonly publicUrl?: string | null;
}): Mount {
  const { base } = options;
  const description = once(async () => (await options.openapi()) as Description);

  function mountAt(app: Hono, at: string): void {
    const place: Place = { docs: `${at}/docs`, openapi: `${at}/openapi.json`, base, origin: ORIGIN };
    const reference = once(async () => {
      const read = await description();
      return documentOf("API reference", referenceView(chaptersOf(read), read.info.version, place), place);
    });
    const errors = once(() => documentOf("Errors", errorsView(place), place));
    const openapi = once(async () => JSON.stringify({ ...(await description()), servers: [{ url: base }] }));
    app.get(`${at}/docs`, async (c) =>
      pageOf(c, (await reference()).replaceAll(ORIGIN, originOf(c, options.publicUrl))),
    );
    app.get(`${at}/docs/errors`, async (c) => pageOf(c, await errors()));
    app.get(`${at}/openapi.json`, async (c) => respond(c, await openapi(), "application/json; charset=utf-8"));
  }
  return (app) => {
    mountAt(app, "");
    mountAt(app, base.endsWith(BASE_PATH) ? base : `${base}${BASE_PATH}`);
  };
}

/** Does the work at the first call and keeps what came of it; a failure is tried again. */
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

/** For the reader's eyes only: nothing is stored or sent under an address that a request named. */
function originOf(c: Context, publicUrl: string | null | undefined): string {
  if (publicUrl) return publicUrl;
  const { protocol, host } = new URL(c.req.url);
  return /^[A-Za-z0-9.:[\]-]+$/.test(host) ? `${protocol}//${host}` : "";
}

async function documentOf(title: string, body: Html, place: Place): Promise<string> {
  // The style's hash is taken of exactly what stands between the tags: no blank may come in.
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Tidings</title>
        ${raw(`<style>${referenceStyle}</style>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        <header>
          <a class="brand" href="${place.docs}">Tidings</a>
          <nav aria-label="Pages"><a href="${place.docs}">Reference</a> <a href="${place.docs}/errors">Errors</a></nav>
        </header>
        ${body}
      </body>
    </html>`;
  return text.toString();
}

function pageOf(c: Context, text: string): Response {
  return respond(c, text, "text/html; charset=utf-8", { "Content-Security-Policy": POLICY, "X-Frame-Options": "DENY" });
}

/** Kept by browsers and asked about each time: after an upgrade nobody reads the old page. */
function respond(c: Context, text: string, type: string, more: Readonly<Record<string, string>> = {}): Response {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = { ...more, "Content-Type": type, "Cache-Control": "no-cache", ETag: etag, Vary: "Host" };
  if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}
