import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";

import type { Capability } from "#domain/access/capability";

import { createClient, type Client } from "../../../packages/client/src/index.ts";
import { createDatabase } from "../database/database.ts";
import { startListeningService, type ListeningService } from "../service/listening-service.ts";
import type { Credentials } from "../service/test-service.ts";
import { buildConsole } from "./built.ts";

/** Of users whom `userWith` creates. */
export const webPassword = "correct horse battery staple";

export type OpenConsole = {
  readonly url: string;
  readonly admin: Credentials;
  /** Of the service, for commands beside it. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * The API as the administrator, for the data with which a test begins; a connection that a busy machine lost is
   * opened again.
   */
  readonly api: Client;
  /** Creates a user with a role that has these capabilities; `signIn` knows their password. */
  userWith(username: string, capabilities: readonly Capability[]): Promise<void>;
  /** Gives the page's browser profile a session, as if the person had signed in there before. */
  admit(page: Page, username: string): Promise<void>;
  /** Fills in the sign-in of whatever address the page is at. */
  signIn(page: Page, username: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * A real service on the sandbox with the console that was built from the sources as they are.
 *
 * @param start for a story that needs the service to be a process of its own
 */
export async function openConsole(
  settings: Readonly<Record<string, string>> = {},
  start: (settings: Readonly<Record<string, string>>) => Promise<ListeningService> = startListeningService,
): Promise<OpenConsole> {
  await buildConsole();
  const folder = await mkdtemp(join(tmpdir(), "tidings-console-"));
  const { url: database } = await createDatabase();
  const all = { DATABASE_URL: database, TIDINGS_DATA: folder, ...settings };
  const { url, admin, stop } = await start(all);
  const api = createClient({ url, user: admin.user, applicationPassword: admin.password });
  return {
    url,
    admin,
    settings: all,
    api,
    async userWith(username, capabilities) {
      await api.createRole({ name: `${username}-role`, label: `Role of ${username}`, capabilities });
      const email = `${username}@example.com`;
      const user = { username, name: username, email, password: webPassword, roles: [`${username}-role`] };
      await api.createUser(user);
    },
    async admit(page, username) {
      const response = await page.context().request.post(`${url}/svc/v1/session`, {
        // The headers that a browser adds to a call by our own page.
        headers: { "sec-fetch-site": "same-origin" },
        data: { login: username, password: webPassword },
        // On a connection that the service closed meanwhile because it was idle.
        maxRetries: 1,
      });
      if (!response.ok()) throw new Error(`${username} cannot sign in: ${await response.text()}`);
    },
    async signIn(page, username) {
      await page.getByLabel("User name or e-mail").fill(username);
      await page.getByLabel("Password", { exact: true }).fill(webPassword);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
