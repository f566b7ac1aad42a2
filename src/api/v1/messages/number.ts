import { numberData, numberQuery } from "#contract/numbers";
import { readPhone } from "#domain/recipients/numbers";
import { describePhone, type Country } from "#domain/recipients/phone";

import { endpoint, type Endpoint } from "../../endpoint.ts";

/**
 * `GET /numbers/{number}`: how a call that sends would read a number. No provider is queried, and nothing is stored.
 */
export function numberEndpoint({ country: site }: { readonly country: Country | null }): Endpoint {
  return endpoint({
    operationId: "getNumber",
    method: "GET",
    path: "/numbers/{number}",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Read a phone number",
    description:
      "Reads a number as `POST /send` does: the number in E.164, its country and its type in the numbering plan, or why it is not a phone number. No provider is contacted, so the reply does not say whether the number is in use. A number that cannot be read is a 200, too.",
    input: numberQuery,
    data: numberData,
    read: ({ number = "" }) => readPhone("number", number, site),
    async handle(read) {
      if (typeof read !== "string") {
        const data = { number: null, country: null, type: null, in_numbering_plan: false, issue: read };
        return { message: `The number ${read.message}.`, data };
      }
      const { valid, country, type } = describePhone(read);
      const message = valid ? `${read} is a phone number.` : `${read} is in no numbering plan: it may not exist.`;
      return { message, data: { number: read, country, type, in_numbering_plan: valid, issue: null } };
    },
  });
}
