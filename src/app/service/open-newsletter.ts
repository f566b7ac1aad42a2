import { randomBytes } from "node:crypto";

import { guard } from "#domain/guard/guard";
import { guardSection } from "#domain/guard/guard-settings";
import { newsletterSection } from "#domain/newsletter/settings";
import type { NewsletterDeps } from "#domain/newsletter/subscribe";

import type { Node } from "./node.ts";
import type { Sending } from "./sending.ts";
import type { Storage } from "./storage.ts";

/** What subscribing needs, whoever asks for it: a call, a page, or the worker that carries out forms. */
export function openNewsletter(
  { clock, log, country, config }: Node,
  { db, key, hashes, queries }: Storage,
  { gateways: { routes }, spendRules }: Pick<Sending, "gateways" | "spendRules">,
): NewsletterDeps {
  const { newsletter, messages, fields, settings, guardStore, spending, credit } = queries;
  return {
    spendRules,
    spending,
    credit,
    now: db.now,
    timeZone: () => config.timeZone,
    newsletter,
    messages,
    fields,
    unitOfWork: db,
    routes,
    newsletterSettings: () => settings.read(newsletterSection),
    readSettings: settings.read,
    sender: config.sender,
    randomBytes,
    codeKey: key.derive("opt-in-code"),
    guard: guard({
      store: guardStore,
      unitOfWork: db,
      settings: () => settings.read(guardSection),
      hashes,
      country,
      clock,
      log,
    }),
  };
}
