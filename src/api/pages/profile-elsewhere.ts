import { html } from "hono/html";

import type { Host } from "#domain/access/host";

import type { Mount } from "../app.ts";
import { page } from "./layout.ts";

/** `/profile` and its sign-in if another platform manages the users: where they find theirs. */
export function profileElsewhere(managedBy: NonNullable<Host["managedBy"]>): Mount {
  return (app) => {
    for (const path of ["/profile", "/profile/sign-in"]) {
      app.get(path, () => {
        const body = html`<main class="narrow">
          <h1>Your profile is on the site</h1>
          <p>This service takes its users from the site that it belongs to. You sign in there.</p>
          <p><a href="${managedBy.applicationPasswords}">Your profile and application passwords</a></p>
          <p><a href="${managedBy.users}">All users, for administrators</a></p>
          <p><a href="/docs">The API and how to call it</a></p>
        </main>`;
        return page({ title: "Profile", body });
      });
    }
  };
}
