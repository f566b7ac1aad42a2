import { sandboxMessagesData, sandboxMessagesQuery } from "#contract/sandbox";
import type { SandboxPhone } from "#domain/gateways/sandbox-phone";
import { readPhone } from "#domain/recipients/numbers";
import type { Country } from "#domain/recipients/phone";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { HttpError } from "../../response/http-error.ts";
import { pageOf, PER_PAGE } from "../../response/paged-list.ts";
import { cursorOf, readShortPage } from "../../response/short-list.ts";

export type SandboxDeps = {
  /** The sandbox gateways with their phones; empty if all gateways are real. */
  readonly sandboxes: () => readonly (SandboxPhone & { readonly gateway: string })[];
  readonly country: Country | null;
};

const LIST = "sandbox-messages";

function keyOf({ gateway, id }: { readonly gateway: string; readonly id: string }): string {
  return `${gateway} ${id}`;
}

export const NO_SANDBOX = "No sandbox gateway is configured.";

export function sandboxMessagesEndpoint({ sandboxes: present, country }: SandboxDeps): Endpoint {
  return endpoint({
    operationId: "listSandboxMessages",
    method: "GET",
    path: "/sandbox/messages",
    access: "svc_setting",
    tag: "Gateways",
    summary: "What the phones behind the sandbox gateway received, newest first.",
    description: "Shows messages as a phone would, including one-time passwords: none of them ever left the machine.",
    input: sandboxMessagesQuery,
    data: sandboxMessagesData,
    errors: ["not_found"],
    read(fields, _context, issues) {
      const to = fields.to === undefined ? null : readPhone("to", fields.to, country);
      if (to !== null && typeof to !== "string") issues.push(to);
      const { per_page = PER_PAGE, cursor } = fields;
      const { limit, after } = readShortPage(LIST, { per_page, cursor }, issues);
      return { to: typeof to === "string" ? to : null, after, limit };
    },
    async handle({ to, after, limit }) {
      const sandboxes = present();
      if (sandboxes.length === 0) throw new HttpError("not_found", NO_SANDBOX);
      const filter = { ...(to !== null && { to }), ...(after === null && { limit: limit + 1 }) };
      const all = sandboxes
        .flatMap(({ gateway, messages }) => messages(filter).map((text) => ({ ...text, gateway })))
        .toSorted((a, b) => b.at - a.at);
      // The oldest are dropped first: if the cursor's message is gone, so is everything after it.
      const found = after === null ? -1 : all.findIndex((text) => keyOf(text) === after);
      const rest = after === null ? all : found === -1 ? [] : all.slice(found + 1);
      const { items: texts, pagination } = pageOf(rest, limit, (last) => cursorOf(LIST, keyOf(last)));
      const items = texts.map(({ id, at, to, from, body, media, flash, gateway }) => {
        return { id, at: isoTime(at), to, from, body, media, flash, gateway };
      });
      return { message: `${counted(items.length, "text")}.`, data: { items, pagination } };
    },
  });
}
