import type { SubscriberList } from "#domain/newsletter/subscriber-list";

import { textOf } from "./parameters.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { invalidOf, refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";

export type NewsletterListDeps = { readonly subscribers: SubscriberList };

const ONE_PAGE = 1_000;

/** The four routes of the newsletter. */
export function newsletterRoutes(services: NewsletterListDeps): CompatRoute[] {
  const named = { name: { required: true }, mobile: { required: true } } as const;
  return [
    {
      method: "POST",
      path: "/newsletter",
      access: "svc_subscribers",
      parameters: named,
      async handle(call) {
        if (textOf(call.fields, "name").trim() === "") return refused("The name is empty.");
        const result = await call.callApi("POST /newsletter", {
          ...person(call),
          custom_fields: call.fields.get("custom_fields") ?? undefined,
        });
        if (result.ok && result.data["already"] === true) return refused("This number is already registered.");
        return replyOf(result);
      },
    },
    {
      method: "POST",
      path: "/newsletter/verify",
      access: "svc_subscribers",
      parameters: { ...named, activation: { required: true } },
      async handle(call) {
        return replyOf(
          await call.callApi("POST /newsletter/verify", { ...person(call), activation: call.fields.get("activation") }),
        );
      },
    },
    {
      method: "POST",
      path: "/newsletter/unsubscribe",
      access: "svc_subscribers",
      parameters: named,
      async handle(call) {
        const result = await call.callApi("POST /newsletter/unsubscribe", person(call));
        const isUnknown = result.code === "not_found" || (result.ok && result.data["already"] === true);
        return isUnknown ? refused("This number is not on the list.") : replyOf(result);
      },
    },
    {
      method: "GET",
      path: "/newsletter",
      access: "svc_subscribers",
      parameters: { group_id: { type: "integer" } },
      async handle({ fields }) {
        const group = fields.has("group_id") ? Number(textOf(fields, "group_id")) : null;
        if (group !== null && !Number.isSafeInteger(group)) return { status: 200, body: [] };
        // The first page is read before the response starts: until then, a failure can still be reported.
        const first = await services.subscribers(group, 0, ONE_PAGE);
        return { status: 200, body: everybody(services.subscribers, group, first) };
      },
    },
  ];
}

function person({ fields }: CompatCall) {
  return {
    name: textOf(fields, "name") || undefined,
    mobile: fields.get("mobile"),
    group_id: fields.get("group_id") === "" ? undefined : (fields.get("group_id") ?? undefined),
  };
}

function replyOf(result: ApiResult): CompatReply {
  if (result.ok) return { ...succeeded(result.message), headers: result.headers };
  const unknownGroup = result.details.some(({ code }) => code === "unknown_group");
  return (unknownGroup && invalidOf(result, ["group_id"], "subscribe")) || refusalOf(result);
}

/** A bare list of everyone, as WP SMS returns it, streamed: half a million people take no memory. */
function everybody(
  list: SubscriberList,
  group: number | null,
  first: Awaited<ReturnType<SubscriberList>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: typeof first | null = first;
  let head = "[";
  return new ReadableStream({
    async pull(controller) {
      if (page === null) return controller.close();
      const rows = page.map(({ name, phone }) => JSON.stringify({ name, mobile: phone })).join(",");
      const last = page.length < ONE_PAGE;
      const next = last ? null : await list(group, page.at(-1)!.id, ONE_PAGE);
      controller.enqueue(
        encoder.encode(`${page.length > 0 ? head : head === "[" ? "[" : ""}${rows}${last ? "]" : ""}`),
      );
      head = ",";
      page = next;
    },
  });
}
