import { html } from "hono/html";

import type { Host } from "#domain/access/host";

import { page } from "../layout.ts";
import type { ConsolePages } from "./mount.ts";

/**
 * The first page if another platform manages the users: it says where to sign in, because that is not possible here.
 */
export function consoleElsewhere(managedBy: NonNullable<Host["managedBy"]>): ConsolePages {
  const body = html`<main class="narrow">
    <p><span class="brand">Tidings</span></p>
    <h1>You sign in on your site</h1>
    <p>This service takes its users from the site that it belongs to.</p>
    <p><a href="${managedBy.applicationPasswords}">Your profile and application passwords</a></p>
    <p><a href="${managedBy.users}">All users, for administrators</a></p>
    <p><a href="/docs">The API and how to call it</a></p>
  </main>`;
  return {
    mount: (app) => void app.get("/", () => page({ title: "Tidings", body })),
    pageFor: async () => null,
  };
}
