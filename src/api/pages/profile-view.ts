import { html } from "hono/html";

import type { Capability } from "#domain/access/capability";
import type { ApplicationPassword } from "#domain/users/application-password-store";
import type { User } from "#domain/users/user-store";

import { noticeView, wrongField, type Html } from "./layout.ts";
import { tokenField } from "./parts.ts";
import type { Shown } from "./profile-session.ts";
import { usesView } from "./revoke-view.ts";

export type ProfileView = {
  readonly user: User;
  readonly capabilities: readonly Capability[];
  readonly passwords: readonly ApplicationPassword[];
  /** Recently revoked passwords that can be restored. */
  readonly revoked: readonly ApplicationPassword[];
  readonly token: string;
  readonly apiUrl: string;
  readonly shown: Shown;
};

export function profileView(view: ProfileView): Html {
  const { user, token, shown } = view;
  const { wrong = null, typed = {} } = shown;
  return html`<header>
      <a class="brand" href="/profile">Tidings</a>
      <form method="post" action="/profile/sign-out">${tokenField(token)}<button class="plain">Sign out</button></form>
    </header>
    <main>
      <nav aria-label="Where you are">
        <ol>
          <li>Users</li>
          <li aria-current="page">Profile</li>
        </ol>
      </nav>
      <h1>${user.name}</h1>
      ${noticeView(shown.notice ?? null)} ${madeView(view)}
      <section aria-labelledby="you">
        <h2 id="you">You</h2>
        <dl>
          <dt>User name</dt>
          <dd>${user.username}</dd>
          <dt>E-mail</dt>
          <dd>${user.email}</dd>
          <dt>Roles</dt>
          <dd>${user.roles.length === 0 ? "none" : user.roles.join(", ")}</dd>
          <dt>May use</dt>
          <dd class="chips">
            ${view.capabilities.length === 0 ? "nothing yet" : view.capabilities.map((name) => html`<span>${name}</span>`)}
          </dd>
        </dl>
        <form method="post" action="/profile">
          ${tokenField(token)}
          <div class="pair">
            <div>
              <label for="name">Name</label>
              <input
                id="name"
                name="name"
                value="${typed["name"] ?? user.name}"
                autocomplete="name"
                required
                maxlength="250"
                ${wrongField(wrong === "name")}
              />
            </div>
            <div>
              <label for="phone">Phone <span class="hint">with country code</span></label>
              <input
                id="phone"
                name="phone"
                type="tel"
                value="${typed["phone"] ?? user.phone ?? ""}"
                autocomplete="tel"
                maxlength="40"
                placeholder="+49 …"
                ${wrongField(wrong === "phone")}
              />
            </div>
          </div>
          <button>Save</button>
        </form>
      </section>
      ${passwordsView(view)}
      <section aria-labelledby="web">
        <h2 id="web">Web password</h2>
        <p class="quiet">For this page only. Changing it signs you out everywhere else.</p>
        <form method="post" action="/profile/password">
          ${tokenField(token)}
          <input type="text" name="username" value="${user.username}" autocomplete="username" hidden />
          <div class="pair">
            <div>
              <label for="current">Current password</label>
              <input
                id="current"
                name="current"
                type="password"
                autocomplete="current-password"
                required
                maxlength="256"
                ${wrongField(wrong === "current")}
              />
            </div>
            <div>
              <label for="next">New password <span class="hint">at least 12 characters</span></label>
              <input
                id="next"
                name="next"
                type="password"
                autocomplete="new-password"
                required
                minlength="12"
                maxlength="256"
                ${wrongField(wrong === "next")}
              />
            </div>
          </div>
          <button>Change password</button>
        </form>
      </section>
    </main>`;
}

function madeView({ shown: { made }, user, capabilities, apiUrl }: ProfileView): Html {
  if (!made) return html``;
  const auth = `-u '${user.username}:${made.password}'`;
  const line = capabilities.includes("svc_sendsms")
    ? `curl ${auth} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"message":"Hello from Tidings","numbers":["+15005550000"]}' \\\n  ${apiUrl}/send`
    : `curl ${auth} ${apiUrl}/users/me`;
  return html`<section aria-labelledby="made">
    <h2 id="made">Application password “${made.name}”</h2>
    <p class="secret" id="secret">${made.password}</p>
    <div class="actions">
      <button type="button" class="plain" data-copy="secret" hidden>Copy</button>
      <p class="quiet" role="status"></p>
    </div>
    <p>Note it now: it is not shown again. The blanks do not count.</p>
    <pre tabindex="0"><code>${line}</code></pre>
  </section>`;
}

function restoreView({ uuid, name }: ApplicationPassword, token: string): Html {
  return html`<form class="restore" method="post" action="/profile/application-passwords/restore">
    ${tokenField(token)}<input type="hidden" name="uuid" value="${uuid}" />
    <p>“${name}” was revoked.</p>
    <button class="plain" aria-label="Undo: restore ${name}">Undo</button>
  </form>`;
}

function passwordsView({ passwords, revoked, token, shown: { wrong, typed = {} } }: ProfileView): Html {
  return html`<section aria-labelledby="keys">
    <h2 id="keys">Application passwords</h2>
    <p class="quiet">
      For programs that use <a href="/docs">the API</a> in your name. Give each its own, so that you can revoke it
      alone.
    </p>
    ${
      passwords.length === 0
        ? html``
        : html`<ul class="keys">
            ${passwords.map(passwordView)}
          </ul>`
    }
    ${revoked.map((one) => restoreView(one, token))}
    <form method="post" action="/profile/application-passwords">
      ${tokenField(token)}
      <div class="row">
        <div>
          <label for="for">New one for</label>
          <input
            id="for"
            name="name"
            required
            maxlength="250"
            autocomplete="off"
            value="${typed["for"] ?? ""}"
            ${wrongField(wrong === "for")}
            placeholder="Shop, backup script, …"
          />
        </div>
        <button>Create</button>
      </div>
    </form>
    ${passwords.length < 2 ? html`` : html`<p><a href="/profile/application-passwords/revoke-all">Revoke all…</a></p>`}
  </section>`;
}

function passwordView(one: ApplicationPassword): Html {
  const question = `/profile/application-passwords/revoke?uuid=${one.uuid}`;
  return html`<li>
    <div><strong>${one.name}</strong>${usesView(one)}</div>
    <a class="button danger" href="${question}" aria-label="Revoke ${one.name}">Revoke</a>
  </li>`;
}
