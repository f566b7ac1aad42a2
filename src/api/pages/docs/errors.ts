import { html } from "hono/html";

import { errors, type ErrorCode, type ErrorEntry } from "#contract/errors";

import type { Html } from "../layout.ts";
import type { DocsPage } from "./page.ts";
import { prose } from "./prose.ts";

const all = Object.entries(errors) as [ErrorCode, ErrorEntry][];

/** One anchor for each code: the `docs` field of every error points here. */
export const errorsPage: DocsPage = {
  path: "errors",
  title: "Errors",
  section: "",
  contents: all.map(([code, { sentence, cause, remedy }]) => ({
    id: code,
    label: html`${code}`,
    words: [code, sentence, cause, remedy].join(" "),
  })),
  main: () =>
    html`<h1>Errors</h1>
      <p>
        Every error has one shape, and <code>code</code> is one of these. It never changes its meaning.
        <code>data.details</code> names each faulty parameter.
      </p>
      ${all.map(errorView)}`,
};

function errorView([code, entry]: [ErrorCode, ErrorEntry]): Html {
  return html`<section id="${code}">
    <h3><a class="anchor" href="#${code}">${code}</a></h3>
    <p class="needs">HTTP ${entry.status}</p>
    <p>${prose(entry.sentence)}</p>
    <dl class="fields">
      <div>
        <dt>Cause</dt>
        <dd>${prose(entry.cause)}</dd>
      </div>
      <div>
        <dt>Remedy</dt>
        <dd>${prose(entry.remedy)}</dd>
      </div>
    </dl>
  </section>`;
}
