import { html } from "hono/html";

import type { Capability } from "#domain/access/capability";
import type { ApplicationPassword } from "#domain/ports/application-password-store";
import type { User } from "#domain/ports/user-store";

import { noticeView, type Html, type Notice } from "./layout.ts";

export type ProfileView = {
  readonly user: User;
  readonly capabilities: readonly Capability[];
  readonly passwords: readonly ApplicationPassword[];
  readonly token: string;
  readonly notice: Notice | null;
  /** An application password made by this very call, in groups of four. */
  readonly made: { readonly name: string; readonly password: string } | null;
  readonly apiUrl: string;
};

export function profileView(view: ProfileView): Html {
  const { user, token } = view;
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
      ${noticeView(view.notice)} ${madeView(view)}
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
              <input id="name" name="name" value="${user.name}" autocomplete="name" required maxlength="250" />
            </div>
            <div>
              <label for="phone">Phone <span class="hint">with country code</span></label>
              <input
                id="phone"
                name="phone"
                type="tel"
                value="${user.phone ?? ""}"
                autocomplete="tel"
                maxlength="40"
                placeholder="+49 …"
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
              />
            </div>
          </div>
          <button>Change password</button>
        </form>
      </section>
    </main>`;
}

function madeView({ made, user, capabilities, apiUrl }: ProfileView): Html {
  if (!made) return html``;
  const auth = `-u '${user.username}:${made.password}'`;
  const line = capabilities.includes("svc_sendsms")
    ? `curl ${auth} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"message":"Hello from Tidings","numbers":["+15005550000"]}' \\\n  ${apiUrl}/send`
    : `curl ${auth} ${apiUrl}/users/me`;
  return html`<section role="status" aria-labelledby="made">
    <h2 id="made">Application password “${made.name}”</h2>
    <p class="secret">${made.password}</p>
    <p>Note it now: it is not shown again. The blanks do not count.</p>
    <pre tabindex="0"><code>${line}</code></pre>
  </section>`;
}

function passwordsView({ passwords, token }: ProfileView): Html {
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
            ${passwords.map((one) => passwordView(one, token))}
          </ul>`
    }
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
            placeholder="Shop, backup script, …"
          />
        </div>
        <button>Create</button>
      </div>
    </form>
    ${
      passwords.length < 2
        ? html``
        : html`<details>
            <summary>Revoke all…</summary>
            <form method="post" action="/profile/application-passwords/revoke-all">
              ${tokenField(token)} <button class="danger">Revoke all ${passwords.length} now</button>
            </form>
          </details>`
    }
  </section>`;
}

function passwordView(one: ApplicationPassword, token: string): Html {
  const used = one.lastUsedAt
    ? html`last used ${timeView(one.lastUsedAt)}${one.lastIp ? ` from ${one.lastIp}` : ""}`
    : html`never used`;
  return html`<li>
    <div>
      <strong>${one.name}</strong>
      <p class="quiet"><span>Made ${timeView(one.createdAt)},</span> <span>${used}</span></p>
    </div>
    <form method="post" action="/profile/application-passwords/revoke">
      ${tokenField(token)}
      <input type="hidden" name="uuid" value="${one.uuid}" />
      <button class="danger" aria-label="Revoke ${one.name}">Revoke</button>
    </form>
  </li>`;
}

function timeView(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

function tokenField(token: string): Html {
  return html`<input type="hidden" name="token" value="${token}" />`;
}
