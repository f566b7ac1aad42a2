import { randomBytes } from "node:crypto";

import { linkReader } from "#domain/forms/person-link";
import { guard } from "#domain/guard/guard";
import { guardSection } from "#domain/guard/guard-settings";
import { newsletterSection } from "#domain/newsletter/settings";
import type { NewsletterDeps } from "#domain/newsletter/subscribe";

import type { Node } from "./node.ts";
import { openPersonLinks } from "./open-person-links.ts";
import type { Sending } from "./sending.ts";
import type { Storage } from "./storage.ts";

/** What subscribing needs, for calls, pages and the worker that carries out forms. */
export function openNewsletter(
  { clock, log, country, config }: Node,
  storage: Storage,
  { gateways: { routes }, spendRules }: Pick<Sending, "gateways" | "spendRules">,
): NewsletterDeps {
  const { db, key, hashes, queries } = storage;
  const { newsletter, messages, fields, settings, guardStore, spending, credit, consentRepository } = queries;
  return {
    spendRules,
    spending,
    credit,
    now: db.now,
    timeZone: () => config.timeZone,
    newsletter,
    messages,
    fields,
    consentRepository,
    unitOfWork: db,
    routes,
    newsletterSettings: () => settings.read(newsletterSection),
    readSettings: settings.read,
    sender: config.sender,
    readLinks: linkReader(openPersonLinks(storage), config.publicUrl),
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
