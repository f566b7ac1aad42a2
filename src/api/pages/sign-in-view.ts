import { html } from "hono/html";

import { noticeView, wrongField, type Html, type Notice } from "./layout.ts";

export function signInView(view: {
  readonly notice: Notice | null;
  readonly login: string;
  readonly next: string;
}): Html {
  // After a refusal, it is the password that must be typed again.
  const isRefused = view.notice?.bad === true && view.login !== "";
  return html`<main class="narrow">
    <p><span class="brand">Tidings</span></p>
    <h1>Sign in</h1>
    ${noticeView(view.notice)}
    <form class="sheet" method="post" action="/profile/sign-in">
      <input type="hidden" name="next" value="${view.next}" />
      <div>
        <label for="login">User name or e-mail</label>
        <input
          id="login"
          name="login"
          value="${view.login}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          maxlength="254"
          ${isRefused ? "" : "autofocus"}
        />
      </div>
      <div>
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="256"
          ${wrongField(isRefused)}
        />
      </div>
      <button class="wide">Sign in</button>
    </form>
    <p class="quiet">This is your web password. Application passwords are for programs and do not work here.</p>
    <p class="quiet"><a href="/docs">The API and how to call it</a></p>
  </main>`;
}
