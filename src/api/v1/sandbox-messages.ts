import { sandboxMessagesData, sandboxMessagesQuery } from "#contract/sandbox";
import { readPhone } from "#domain/recipients/numbers";
import type { Country } from "#domain/recipients/phone";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../endpoint.ts";
import { Failure } from "../failure.ts";

/** A text as a phone of the sandbox shows it. `at` is in milliseconds since 1970. */
export type SandboxText = {
  readonly id: string;
  readonly at: number;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly media: readonly string[];
  readonly flash: boolean;
};

export type SandboxServices = {
  /** The sandbox gateways with their phones; empty where every gateway is a real one. */
  readonly sandboxes: readonly {
    readonly gateway: string;
    readonly messages: (filter: { readonly to?: string; readonly limit?: number }) => readonly SandboxText[];
  }[];
  readonly country: Country | null;
};

const DEFAULT_PER_PAGE = 20;

export function sandboxMessagesEndpoint({ sandboxes, country }: SandboxServices): Endpoint {
  return endpoint({
    method: "GET",
    path: "/sandbox/messages",
    access: "svc_setting",
    tag: "Gateways",
    summary: "What the phones behind the sandbox gateway received, newest first.",
    description: "Shows texts as a phone would, one-time passwords included: nothing of it ever left the machine.",
    input: sandboxMessagesQuery,
    data: sandboxMessagesData,
    errors: ["not_found"],
    read(fields, _context, faults) {
      const to = fields.to === undefined ? null : readPhone("to", fields.to, country);
      if (to !== null && typeof to !== "string") faults.push(to);
      return { to: typeof to === "string" ? to : null, limit: fields.per_page ?? DEFAULT_PER_PAGE };
    },
    async handle({ to, limit }) {
      if (sandboxes.length === 0) throw new Failure("not_found", "There is no sandbox gateway here.");
      const items = sandboxes
        .flatMap(({ gateway, messages }) =>
          messages({ limit, ...(to !== null && { to }) }).map((text) => ({ ...text, gateway })),
        )
        .toSorted((a, b) => b.at - a.at)
        .slice(0, limit)
        .map(({ id, at, to, from, body, media, flash, gateway }) => {
          return { id, at: new Date(at).toISOString(), to, from, body, media, flash, gateway };
        });
      return { message: `${counted(items.length, "text")}.`, data: { items } };
    },
  });
}
