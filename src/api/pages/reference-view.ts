import { html } from "hono/html";

import { errors, type ErrorCode } from "#contract/errors";

import type { Html } from "./layout.ts";
import type { Chapter, Operation } from "./reference-model.ts";
import type { Row } from "./reference-schema.ts";
import { prose, type Place } from "./reference-prose.ts";
import { introView, limitsView } from "./reference-words.ts";

export function referenceView(chapters: readonly Chapter[], version: string, place: Place): Html {
  return html`<div class="columns">
    ${contents(chapters, place)}
    <main id="main">
      <h1>API reference</h1>
      <p class="quiet">Version ${version} · <a href="${place.openapi}">openapi.json</a></p>
      ${introView(place)} ${chapters.map((chapter) => chapterView(chapter, place))} ${limitsView()}
    </main>
  </div>`;
}

function contents(chapters: readonly Chapter[], place: Place): Html {
  return html`<nav class="contents" aria-label="Contents">
    <ul>
      <li><a class="chapter" href="#calls">How to call</a></li>
      ${chapters.map(
        ({ id, name, operations }) =>
          html`<li>
            <a class="chapter" href="#${id}">${name}</a>
            <ul class="routes">
              ${operations.map(
                (one) =>
                  html`<li>
                    <a href="#${one.id}"><b class="${one.method}">${one.method}</b>${one.path}</a>
                  </li>`,
              )}
            </ul>
          </li>`,
      )}
      <li><a class="chapter" href="#limits">Limits</a></li>
      <li><a class="chapter" href="${place.docs}/errors">Errors</a></li>
    </ul>
  </nav>`;
}

function chapterView({ id, name, description, operations }: Chapter, place: Place): Html {
  return html`<section class="chapter" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${name}</h2>
    ${description === null ? "" : html`<p>${prose(description)}</p>`}
    ${operations.map((operation) => operationView(operation, place))}
  </section>`;
}

function operationView(operation: Operation, place: Place): Html {
  const { id, method, path, parameters, reply } = operation;
  return html`<section id="${id}">
    <h3><a class="anchor" href="#${id}">${operation.summary}</a></h3>
    <p class="route"><span class="method ${method}">${method}</span> <code>${place.base}${path}</code></p>
    ${operation.description === null ? "" : html`<p>${prose(operation.description)}</p>`}
    <p class="needs">
      ${operation.capability ? html`Needs the capability <code>${operation.access}</code>.` : operation.access}
      ${operation.takesKey ? html`Takes an <a href="#idempotency">Idempotency-Key</a>.` : ""}
    </p>
    <pre tabindex="0" aria-label="Example"><code>${curl(operation, place)}</code></pre>
    ${parameters.length === 0 ? "" : html`<h4>Parameters</h4>`}
    ${fieldsView(parameters.map((row) => ({ ...row, note: row.where === "body" ? null : `in the ${row.where}` })))}
    ${
      reply.length === 0
        ? ""
        : html`<details>
            <summary>Reply ${operation.status}: what is in <code>data</code></summary>
            ${fieldsView(reply.map((row) => ({ ...row, required: false, note: row.required ? null : "not always" })))}
          </details>`
    }
    <details>
      <summary>Errors</summary>
      <ul class="codes">
        ${operation.errors.map((code) => errorLine(code as ErrorCode, place))}
      </ul>
    </details>
  </section>`;
}

function errorLine(code: ErrorCode, place: Place): Html {
  const { status, sentence } = errors[code];
  return html`<li>
    <span class="number">${status}</span> <a href="${place.docs}/errors#${code}"><code>${code}</code></a> ${sentence}
  </li>`;
}

function fieldsView(rows: readonly (Row & { readonly note: string | null })[]): Html {
  if (rows.length === 0) return html``;
  return html`<dl class="fields">
    ${rows.map(
      (row) =>
        html`<div>
          <dt><code>${row.name}</code>${row.required ? html`<small>required</small>` : ""}</dt>
          <dd>
            <span>${row.type}${row.note === null ? "" : `, ${row.note}`}</span>
            ${row.choices.length === 0 ? "" : html`<span>${separated(row.choices)}</span>`}
            ${row.pattern === null ? "" : html`<span>of the form <code>${row.pattern}</code></span>`}
            ${row.description === null ? "" : html`<p>${prose(row.description)}</p>`}
          </dd>
        </div>`,
    )}
  </dl>`;
}

function separated(choices: readonly string[]): Html {
  return html`${choices.map((choice, index) => html`${index === 0 ? "" : " "}<code>${choice}</code>`)}`;
}

/** A line for the shell, ready once TIDINGS holds "user:application password". */
function curl({ method, call }: Operation, place: Place): string {
  const words = ["curl", ...(call.authenticated ? ['-u "$TIDINGS"'] : [])];
  const implied = call.body === null ? "GET" : "POST";
  if (method !== implied) words.push(`-X ${method}`);
  words.push(quoted(`${place.origin}${place.base}${call.path}`));
  const line = words.join(" ");
  return call.body === null ? line : `${line} \\\n  --json ${quoted(JSON.stringify(call.body))}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
