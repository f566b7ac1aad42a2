import type { z } from "zod";

import type { subscribeRequest } from "#contract/newsletter";
import type { Detail } from "#domain/error";
import type { GroupLookup } from "#domain/newsletter/group-store";
import type { SubscribeCommand } from "#domain/newsletter/subscribe";
import type { Country } from "#domain/recipients/phone";

import type { CallContext } from "../../endpoint.ts";
import { evidenceOf, wordingOf } from "../../consent-evidence.ts";
import { readGroups, readMobile } from "./newsletter-fields.ts";

type Deps = { readonly groups: GroupLookup; readonly country: Country | null };

/** The parameters of a call that subscribes a number. Errors are added to the issues, doubts to the warnings. */
export async function readSubscription(
  { groups, country }: Deps,
  fields: Partial<z.output<typeof subscribeRequest>>,
  context: Pick<CallContext, "caller" | "ip" | "warnings">,
  issues: Detail[],
): Promise<SubscribeCommand> {
  const phone = readMobile(fields.mobile, country, issues, context.warnings);
  return {
    phone,
    name: fields.name?.trim() ?? "",
    groups: await readGroups(groups, fields, issues),
    customFields: fields.custom_fields ?? null,
    locale: fields.locale,
    timeZone: fields.time_zone,
    keepsKnown: fields.on_existing === "keep",
    doubleOptIn: fields.double_opt_in ?? null,
    welcome: fields.welcome,
    wording: wordingOf(fields),
    evidence: evidenceOf({ ...context, ip: fields.client_ip ?? context.ip }, fields),
    visitorIp: fields.client_ip,
  };
}
