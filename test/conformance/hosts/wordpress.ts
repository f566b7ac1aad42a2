import { randomBytes } from "node:crypto";

import { failedTries } from "#domain/access/failed-tries";
import type { NonceStore } from "#domain/access/nonce-store";
import { wordpressHost, type WordPressHost } from "#hosts/wordpress";
import { readWordPressDsn } from "#hosts/wordpress/dsn";

import { startStandIn, type StandInOptions } from "../../support/wordpress/wordpress-stand-in.ts";
import type { HostHarness } from "./kit.ts";

/** The adapter as the service opens it, with a clock of its own. */
export function openWordPress(
  dsn: string,
  now = () => performance.now(),
  more: { readonly fetch?: typeof fetch } = {},
): WordPressHost & { logged: string[] } {
  const settings = readWordPressDsn(dsn);
  if (!("site" in settings)) throw new Error(settings.join("\n"));
  const logged: string[] = [];
  const host = wordpressHost(
    settings,
    { prefix: "", revoked: async () => undefined },
    {
      fetch,
      clock: { now },
      time: { now: () => Date.now() },
      // Of one node; the service stores its own in the database.
      nonces: oncePerProcess(),
      randomBytes,
      tries: failedTries({ clock: { now } }),
      log: (_level, message, detail) => logged.push(`${message} ${JSON.stringify(detail)}`),
      ...more,
    },
  );
  return { ...host, logged };
}

function oncePerProcess(): NonceStore {
  const used = new Set<string>();
  return { take: async (nonce) => used.size < used.add(nonce).size };
}

/** On the stand-in: a real HTTP server that behaves as WordPress was seen to, and is not WordPress. */
export async function startWordPress(options: StandInOptions): Promise<HostHarness> {
  const site = await startStandIn(options);
  const rights = options.companion === false ? ["list_users", "edit_users"] : ["svc_recipients"];
  const service = site.add("tidings-service", { capabilities: ["read", ...rights] });
  const dsn = `wordpress+${site.url}?service=${service.login}:${service.password}&timeout=2`;
  return {
    open: () => openWordPress(dsn),
    async addUser({ login, phone = null, roles = [], capabilities: granted = [], seesUsers = false }) {
      const capabilities = seesUsers ? [...granted, "list_users"] : granted;
      for (const role of roles) site.state.roles.add(role);
      const { id, password } = site.add(login, { phone, roles: [...roles], capabilities: [...capabilities] });
      return { id, login, password };
    },
    async removeUser(id) {
      site.users.delete(id);
    },
    async revoke(host, id) {
      Object.assign(site.users.get(id)!, { password: "x".repeat(24) });
      (host as WordPressHost).forget();
    },
    async reachable(yes) {
      if (yes) site.up();
      else site.down();
    },
    roles: ["buyers", "sellers"],
    end: site.close,
  };
}
