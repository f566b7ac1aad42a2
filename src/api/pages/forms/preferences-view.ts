import { html } from "hono/html";

import type { LinkedPerson } from "#domain/forms/person-link";

import type { Html } from "../layout.ts";
import type { Texts } from "./texts/texts.ts";

/** What the last change did, or why it was refused. */
export type Notice = { readonly text: string; readonly bad?: boolean };

/**
 * A person's groups, and a button to leave all of them. Neither the name nor the number is shown: links are forwarded.
 */
export function preferencesView(
  { memberships, suppressed }: LinkedPerson,
  view: { readonly action: string; readonly texts: Texts; readonly notice: Notice | null },
): Html {
  const { texts } = view;
  const isWaiting = memberships.some(({ state }) => state === "pending");
  const isMember = memberships.some(({ state }) => state !== "left");
  return html`<h1>${texts.preferencesTitle}</h1>
    ${noticeView(view.notice)} ${suppressed ? html`<p class="notice bad">${texts.suppressed}</p>` : ""}
    ${isWaiting && !suppressed ? codeForm(view) : ""}
    ${memberships.length === 0 ? html`<p>${texts.noGroups}</p>` : groupsForm(memberships, view)}
    ${
      isMember
        ? html`<section class="sheet" id="leave" aria-labelledby="leave-title">
            <h2 id="leave-title">${texts.leaveTitle}</h2>
            <p>${texts.leave}</p>
            <form method="post" action="${view.action}">
              <input type="hidden" name="action" value="leave" />
              <button class="plain">${texts.leaveAll}</button>
            </form>
          </section>`
        : ""
    }`;
}

type View = { readonly action: string; readonly texts: Texts };

function groupsForm(memberships: LinkedPerson["memberships"], { action, texts }: View): Html {
  return html`<form class="sheet" method="post" action="${action}">
    <input type="hidden" name="action" value="save" />
    <fieldset>
      <legend>${texts.preferences}</legend>
      ${memberships.map(
        ({ groupId, groupName, state }) =>
          html`<input type="hidden" name="shown" value="${groupId}" />
            ${state === "left" ? "" : html`<input type="hidden" name="member" value="${groupId}" />`}
            <div class="check">
              <input
                id="group-${groupId}"
                name="group"
                type="checkbox"
                value="${groupId}"
                ${state === "left" ? "" : "checked"}
              />
              <label for="group-${groupId}"><span dir="auto">${groupName}</span></label>
            </div>`,
      )}
    </fieldset>
    <button>${texts.save}</button>
  </form>`;
}

function codeForm({ action, texts }: View): Html {
  return html`<form class="sheet" method="post" action="${action}">
    <input type="hidden" name="action" value="confirm" />
    <div>
      <label for="code">${texts.code}</label>
      <input id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required />
    </div>
    <button>${texts.confirm}</button>
  </form>`;
}

function noticeView(notice: Notice | null): Html {
  if (!notice) return html``;
  return notice.bad
    ? html`<p class="notice bad" role="alert" id="notice">${notice.text}</p>`
    : html`<p class="notice" role="status">${notice.text}</p>`;
}
