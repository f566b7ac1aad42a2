import { html, raw } from "hono/html";

import { limits } from "#contract/limits";

import type { Html } from "../layout.ts";
import { limitWords } from "../limit-words.ts";
import { blockView, snippetsOf } from "./guide/blocks.ts";
import { groupPath } from "./group.ts";
import type { Chapter, Operation } from "./model.ts";
import type { DocsPage, Place } from "./page.ts";
import { prose } from "./prose.ts";

/** `/docs`: how to call the API, and one line per route. */
export function overviewPage(chapters: readonly Chapter[], version: string): DocsPage {
  return {
    path: "",
    title: "Overview",
    section: "",
    contents: [
      { id: "calls", label: html`How to call` },
      { id: "envelope", label: html`Replies` },
      { id: "idempotency", label: html`Idempotency` },
      { id: "endpoints", label: html`Endpoints` },
      { id: "limits", label: html`Limits` },
    ],
    main: (place) =>
      html`<h1>Documentation</h1>
        <p class="quiet">Version ${version} · <a href="${place.openapi}">openapi.json</a></p>
        ${introView(place)}
        <h2 id="endpoints">Endpoints</h2>
        ${chapters.map((chapter) => indexView(chapter, place))} ${limitsView()}`,
  };
}

/** A chapter's routes. The anchors are those of the former single-page reference, so that links to them still work. */
function indexView(chapter: Chapter, place: Place): Html {
  const page = `${place.docs}/${groupPath(chapter)}`;
  return html`<section class="index" id="${chapter.id}">
    <h3><a href="${page}">${chapter.name}</a></h3>
    ${chapter.description === null ? "" : html`<p>${prose(chapter.description)}</p>`}
    <ul class="routes">
      ${chapter.operations.map(
        (one) =>
          html`<li id="${formerAnchor(one)}">
            <a href="${page}#${one.id}"><b class="${one.method}">${one.method}</b><code>${one.path}</code></a>
            <span>${one.summary}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** `POST /users/{id}` → `postUsersById`: the name of an operation up to version 0.1. */
function formerAnchor({ method, path }: Operation): string {
  const words = path.replaceAll(/\{(\w+)\}/g, "by-$1").split(/[-_./]/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** What applies to every route. */
function introView(place: Place): Html {
  return html`<section id="calls">
      <h3>How to call</h3>
      <p>
        Send your user name and an <em>application password</em> with HTTP Basic authentication. A web password does not
        work here. Calls from other machines are accepted over HTTPS only. The commands on these pages can be pasted
        once your credentials are in <code>TIDINGS</code>:
      </p>
      ${raw(blockView(snippetsOf(`${place.origin}${place.base}`)(credentialsOf(place)), "credentials"))}
      <p>
        Parameters may be sent as JSON, as a form, or in the query string. A list may be a JSON array, repeated
        <code>name[]=</code>, or one string with commas. A repeated name makes a list. <code>null</code> counts as
        absent. An unknown name is an error, <code>unknown_parameter</code>, which suggests the nearest known one;
        <code>Prefer: handling=lenient</code> makes it a warning.
      </p>
    </section>
    <section id="envelope">
      <h3>Replies</h3>
      <p>Success and failure have one shape each. Times end in <code>_at</code> and are RFC 3339 in UTC.</p>
      <pre tabindex="0"><code>{ "status": "success", "message": "…", "error": [], "data": { … } }</code></pre>
      <pre tabindex="0"><code>{ "status": "error", "code": "invalid_parameter", "message": "…",
  "error": { "code": 400, "message": "…" },
  "data": { "status": 400, "params": { "numbers[2]": "…" },
            "details": [{ "field": "numbers[2]", "code": "invalid_phone", "message": "…", "value": "abc" }] },
  "request_id": "req_…", "docs": "…${place.docs}/errors#invalid_parameter" }</code></pre>
      <p>
        A reply lists all issues of a call. Rely on <code>code</code>: its meaning never changes, while sentences may be
        reworded. <a href="${place.docs}/errors">All codes</a>. With
        <code>Accept: application/problem+json</code> errors are in the format of RFC 9457.
      </p>
    </section>
    <section id="idempotency">
      <h3>Idempotency</h3>
      <p>
        Send an <code>Idempotency-Key</code> of your own with a POST. For ${limits.idempotencyHours} hours, the same key
        with the same request gets the same reply, with <code>Idempotency-Replayed: true</code>, and the work is done
        only once. After a timeout, repeat the request with the same key.
      </p>
    </section>`;
}

const credentialsOf = (place: Place): string =>
  `export TIDINGS='admin:abcd EFGH 1234 ijkl MNOP 5678'\nexport API=${place.origin}${place.base}`;

function limitsView(): Html {
  return html`<section id="limits">
    <h3>Limits</h3>
    <dl class="fields">
      ${(Object.keys(limitWords) as (keyof typeof limits)[]).map(
        (name) =>
          html`<div>
            <dt class="number">${limits[name].toLocaleString("en")}</dt>
            <dd>${prose(limitWords[name])}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
