import { html } from "hono/html";

import { errors, type ErrorCode, type ErrorEntry } from "#contract/errors";
import { limits } from "#contract/limits";

import type { Html } from "./layout.ts";
import { limitWords } from "./limit-words.ts";
import { prose, type Place } from "./reference-prose.ts";

/** What holds for every route, said once. */
export function introView(place: Place): Html {
  return html`<section id="calls">
      <h3>How to call</h3>
      <p>
        Send your user name and an <em>application password</em> by HTTP Basic. A web password does not work here. Off
        this machine calls are taken over HTTPS only. The lines below are ready to paste once your credentials are in
        <code>TIDINGS</code>:
      </p>
      <pre tabindex="0"><code>export TIDINGS='user:application password'</code></pre>
      <p>
        Parameters may come as JSON, as a form, or in the query string. A list may be a JSON array, repeated
        <code>name[]=</code>, or one string with commas. <code>null</code> counts as absent. A parameter that is not
        known is ignored and named in <code>data.warnings</code>; with <code>Prefer: handling=strict</code> it is an
        error.
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
        All faults of a call are told at once. Decide by <code>code</code>, which never changes its meaning; the
        sentences may. <a href="${place.docs}/errors">All codes</a>. With
        <code>Accept: application/problem+json</code> errors come as RFC 9457.
      </p>
    </section>
    <section id="idempotency">
      <h3>Doing it once</h3>
      <p>
        Put an <code>Idempotency-Key</code> of your own on a POST. The same key with the same request gets the same
        reply for ${limits.idempotencyHours} hours, with <code>Idempotency-Replayed: true</code>, and the work is done
        once. So after a time-out, send again with the same key.
      </p>
    </section>`;
}

export function limitsView(): Html {
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

/** One anchor for each code: the `docs` field of every error points here. */
export function errorsView(place: Place): Html {
  const all = Object.entries(errors) as [ErrorCode, ErrorEntry][];
  return html`<div class="columns">
    <nav class="contents" aria-label="Contents">
      <ul>
        <li>
          <a class="chapter" href="${place.docs}">API reference</a>
          <ul class="routes">
            ${all.map(([code]) => html`<li><a href="#${code}">${code}</a></li>`)}
          </ul>
        </li>
      </ul>
    </nav>
    <main id="main">
      <h1>Errors</h1>
      <p>
        Every error has one shape, and <code>code</code> is one of these. It never changes its meaning.
        <code>data.details</code> names each faulty parameter.
      </p>
      ${all.map(
        ([code, entry]) =>
          html`<section id="${code}">
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
          </section>`,
      )}
    </main>
  </div>`;
}
