import type { z } from "zod";

import type { subscribersExport } from "#contract/subscribers";
import type { Detail } from "#domain/error";
import type { SubscriberFilter } from "#domain/newsletter/subscriber-repository";
import { callingCode } from "#domain/recipients/country";
import type { FilterReader } from "#domain/subscribers/read-filter";
import { parsePhone, type Country } from "#domain/recipients/phone";

import { notCountry } from "../read-country.ts";

/** The filter of a list of subscribers; errors are added to the issues. */
export async function readSubscriberFilter(
  fields: Partial<z.output<typeof subscribersExport>>,
  { country: home, readFilter }: { readonly country: Country | null; readonly readFilter: FilterReader },
  issues: Detail[],
): Promise<SubscriberFilter> {
  const { country } = fields;
  const prefix = country === undefined ? null : callingCode(country.toUpperCase());
  if (country !== undefined && prefix === null) {
    issues.push(notCountry(country));
  }
  const phone = parsePhone(fields.search ?? "", home);
  return {
    search: fields.search?.trim() ?? null,
    number: phone.ok ? phone.value : null,
    group: fields.group_id ?? null,
    state: fields.state ?? "present",
    prefix,
    matching: fields.filter ? await readFilter("filter", fields.filter, issues) : null,
  };
}
