import { html } from "hono/html";

import type { ApplicationPassword } from "#domain/users/application-password-store";

import type { Html } from "./layout.ts";
import { timeView, tokenField } from "./parts.ts";

/** @param view.uuid the one to revoke; null: all of them */
export function revokeView(view: {
  readonly passwords: readonly ApplicationPassword[];
  readonly action: string;
  readonly uuid: string | null;
  readonly token: string;
}): Html {
  const { passwords, action, uuid, token } = view;
  const [first] = passwords;
  return html`<main class="narrow">
    <p><a class="brand" href="/profile">Tidings</a></p>
    <h1>${uuid === null ? `Revoke all ${passwords.length} passwords?` : `Revoke “${first!.name}”?`}</h1>
    <ul class="keys">
      ${passwords.map(
        (one) =>
          html`<li>
            <div><strong>${one.name}</strong>${usesView(one)}</div>
          </li>`,
      )}
    </ul>
    <p>Programs that use ${uuid === null ? "them" : "it"} are refused at once. You can undo it for ten minutes.</p>
    <div class="actions">
      <a class="button" href="/profile">Keep</a>
      <form method="post" action="${action}">
        ${tokenField(token)} ${uuid === null ? "" : html`<input type="hidden" name="uuid" value="${uuid}" />`}
        <button class="danger">${uuid === null ? "Revoke all" : "Revoke"}</button>
      </form>
    </div>
  </main>`;
}

/** When a password was created and last used. */
export function usesView(one: ApplicationPassword): Html {
  const used = one.lastUsedAt
    ? html`last used ${timeView(one.lastUsedAt)}${one.lastIp ? ` from ${one.lastIp}` : ""}`
    : html`never used`;
  return html`<p class="quiet"><span>Made ${timeView(one.createdAt)},</span> <span>${used}</span></p>`;
}
