import { html, raw } from "hono/html";

import type { Html } from "../layout.ts";
import { searchForm } from "./search-form.ts";
import { docsStyle } from "./style.ts";

/** Where pages link to; `origin` is written as it appears in the commands for a shell. */
export type Place = { readonly docs: string; readonly openapi: string; readonly base: string; readonly origin: string };

/** A page below /docs. To add a kind of page, make these and list them in `pages.ts`. */
export type DocsPage = {
  /** Below /docs, without slashes around it: "" is the overview, "api/messages" a group of endpoints. */
  readonly path: string;
  readonly title: string;
  /** The heading of the navigation under which it is listed; null: it is not listed, but linked from other pages. */
  readonly section: "" | "Guide" | "Reference" | "API" | null;
  /**
   * Places on the page, shown in the navigation while the page is. `title` and `words`: what a search shows and finds.
   */
  readonly contents: readonly {
    readonly id: string;
    readonly label: Html;
    readonly title?: string;
    readonly words?: string;
  }[];
  /** The page as Markdown, where it is written so: what a search finds. */
  readonly text?: string;
  readonly main: (place: Place) => Html;
};

export const addressOf = (page: Pick<DocsPage, "path">, place: Place): string =>
  page.path === "" ? place.docs : `${place.docs}/${page.path}`;

/** The whole document: header, the navigation that all pages share, and what the page says. */
export async function documentOf(page: DocsPage, all: readonly DocsPage[], place: Place): Promise<string> {
  // The style's hash covers exactly the text between the tags: not even a space may be added.
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} · Tidings</title>
        ${raw(`<style>${docsStyle}</style>`)}
        <script type="module" src="${place.docs}/docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        <header>
          <a class="brand" href="${place.docs}">Tidings</a>
          <nav aria-label="Pages">
            <a class="to-contents" href="#contents">Contents</a> <a href="${place.docs}">Documentation</a>
            <a href="${place.docs}/errors">Errors</a>
          </nav>
          ${searchForm(place)}
        </header>
        <div class="columns">
          ${navigation(page, all, place)}
          <main id="main">${page.main(place)}</main>
        </div>
      </body>
    </html>`;
  return text.toString().replaceAll(INDENTED, (found) => (found.startsWith("\n") ? "\n" : found));
}

/** A fifth of a page is our indentation. The content of a style or an example stays as it is. */
const INDENTED = /<(style|pre)[\s\S]*?<\/\1>|\n\s+/g;

function navigation(shown: DocsPage, all: readonly DocsPage[], place: Place): Html {
  const sections = [...new Set(all.map(({ section }) => section))].filter((section) => section !== null);
  return html`<nav class="contents" id="contents" aria-label="Contents">
    ${sections.map(
      (section) =>
        html`${section === "" ? "" : html`<h2>${section}</h2>`}
          <ul>
            ${all.filter((page) => page.section === section).map((page) => entry(page, page === shown, place))}
          </ul>`,
    )}
  </nav>`;
}

function entry(page: DocsPage, isShown: boolean, place: Place): Html {
  const here = isShown ? raw(' aria-current="page"') : "";
  const link = html`<a class="chapter" href="${addressOf(page, place)}" ${here}>${page.title}</a>`;
  if (!isShown || page.contents.length === 0) return html`<li>${link}</li>`;
  return html`<li>
    ${link}
    <ul class="routes">
      ${page.contents.map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}
    </ul>
  </li>`;
}
