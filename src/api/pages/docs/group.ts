import { html, raw } from "hono/html";

import { errors, type ErrorCode } from "#contract/errors";

import type { Html } from "../layout.ts";
import { blockView, snippetsOf, type Snippet } from "./guide/blocks.ts";
import type { Chapter, Operation, SentEvent } from "./model.ts";
import type { DocsPage, Place } from "./page.ts";
import { prose } from "./prose.ts";
import type { Row } from "./schema.ts";

/** Below /docs. */
export const groupPath = ({ id }: Pick<Chapter, "id">): string => `api/${id}`;

/** `/docs/api/<group>`: all routes of one chapter in full. */
export function groupPage(chapter: Chapter): DocsPage {
  const { name, description, operations, events } = chapter;
  return {
    path: groupPath(chapter),
    title: name,
    section: "API",
    contents: [
      ...operations.map((one) => ({
        id: one.id,
        label: html`<b class="${one.method}">${one.method}</b>${one.path}`,
        title: one.summary,
        words: [one.id, one.method, one.path, one.summary, one.description ?? ""].join(" "),
      })),
      ...(events.length > 0 ? [{ id: "events", label: html`Events sent to you` }] : []),
    ],
    main: (place) =>
      html`<h1>${name}</h1>
        ${description === null ? "" : html`<p>${prose(description)}</p>`}
        ${operations.map((operation) => operationView(operation, place))}
        ${events.length > 0 ? html`<h2 id="events">Events sent to you</h2>` : ""} ${events.map(eventView)}`,
  };
}

function eventView({ type, summary, body }: SentEvent): Html {
  return html`<section id="${type}">
    <h3><a class="anchor" href="#${type}">${summary}</a></h3>
    <p class="route"><code>${type}</code></p>
    <details>
      <summary>Body</summary>
      ${fieldsView(body.map((row) => ({ ...row, required: false, note: row.required ? null : "not always" })))}
    </details>
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
      ${operation.takesKey ? html`Takes an <a href="${place.docs}#idempotency">Idempotency-Key</a>.` : ""}
    </p>
    ${raw(blockView(exampleOf(operation, place), id))} ${parameters.length === 0 ? "" : html`<h4>Parameters</h4>`}
    ${fieldsView(parameters.map((row) => ({ ...row, note: row.where === "body" ? null : `in the ${row.where}` })))}
    ${
      reply.length === 0
        ? ""
        : html`<details>
            <summary>Reply ${operation.status}: the content of <code>data</code></summary>
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

/** A shell command, ready to use once TIDINGS is set to "user:application password". */
function curl({ method, call }: Operation, place: Place): string {
  // Without credentials there is only the sign-in, which is for pages of the service's own origin.
  const words = ["curl", call.authenticated ? '-u "$TIDINGS"' : `-H ${quoted(`Origin: ${place.origin}`)}`];
  const implied = call.body === null ? "GET" : "POST";
  if (method !== implied) words.push(`-X ${method}`);
  words.push(quoted(`${place.origin}${place.base}${call.path}`));
  const line = words.join(" ");
  return call.body === null ? line : `${line} \\\n  --json ${quoted(JSON.stringify(call.body))}`;
}

/** The command, and the same in other languages, based on the setup in `/docs#calls`. */
function exampleOf(operation: Operation, place: Place): readonly Snippet[] {
  const line = curl(operation, place);
  const [, ...others] = snippetsOf(`${place.origin}${place.base}`)(
    line.replace(`'${place.origin}${place.base}`, "'$API"),
  );
  return [{ language: "curl", text: line }, ...others];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
