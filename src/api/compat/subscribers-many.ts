import type { Subscriber } from "#domain/newsletter/newsletter-store";
import type { SubscriberPage } from "#domain/newsletter/subscriber-repository";
import { asCell } from "#lib/csv/cells";
import { isoTime } from "#lib/iso-time";

import { idsOf, listOf, textOf } from "./parameters.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";
import { fileTime } from "./site.ts";
import { changeOf, join } from "./subscriber-groups.ts";
import {
  filterOf,
  groupOf,
  itemOf,
  type Person,
  type SubscriberDeps,
  type SubscriberStatus,
} from "./subscriber-item.ts";
import { tableReply } from "./write-table.ts";

const HEADS = ["ID", "date", "name", "mobile", "status", "group_ID"];
const PER_PAGE = 1_000;

/** Bulk changes of subscribers, and the export of all of them. */
export function manySubscribersRoutes(services: SubscriberDeps): CompatRoute[] {
  const access = "svc_subscribers";
  return [
    {
      method: "POST",
      path: "/subscribers/bulk",
      access,
      parameters: {
        action: { required: true, type: "string", oneOf: ["delete", "activate", "deactivate", "move"] },
        ids: { required: true, type: "array" },
        group_id: { type: "integer" },
      },
      handle: bulk,
    },
    {
      method: "GET",
      path: "/subscribers/export",
      access,
      parameters: { group_id: { type: "integer" }, status: { type: "string", oneOf: ["active", "inactive", "all"] } },
      async handle({ fields, callApi }) {
        const filter = filterOf(fields);
        const first = await callApi("GET /subscribers", { ...filter, per_page: 1 });
        if (!first.ok) return refusalOf(first);
        const name = `wsms-subscribers-${fileTime(services)}.csv`;
        return tableReply({ field: "csv_data", heads: HEADS, pages: pages(services, filter), name });
      },
    },
  ];
}

/** Directly from the repository: a page of the list would count all of them each time. */
async function* pages(
  services: SubscriberDeps,
  { group_id: group, state }: SubscriberStatus,
): AsyncGenerator<readonly unknown[]> {
  const filter = { search: null, number: null, prefix: null, matching: null, group: group ?? null, state };
  for (let from: SubscriberPage["from"] = { offset: 0 }; ;) {
    const found: readonly Subscriber[] = await services.subscriberRepository.list({
      filter,
      orderBy: "id",
      descending: true,
      from,
      limit: PER_PAGE,
    });
    yield found.map((subscriber) => {
      const { id, date, name, mobile, status, group_id } = itemOf(services, personOf(subscriber), group ?? null);
      return [id, date, asCell(name), mobile, status, group_id];
    });
    if (found.length < PER_PAGE) return;
    from = { behind: found.at(-1)!.id };
  }
}

function personOf({ id, name, phone, memberships, customFields, createdAt }: Subscriber): Person {
  return {
    id,
    name,
    mobile: phone,
    groups: memberships.map(({ groupId, groupName, state }) => ({ id: groupId, name: groupName, state })),
    custom_fields: customFields,
    created_at: isoTime(createdAt),
  };
}

async function bulk({ fields, callApi }: CompatCall): Promise<CompatReply> {
  const named = listOf(fields.get("ids")).map((id) => Math.abs(Number(id)));
  const ids = idsOf(named, "subscribers");
  if ("body" in ids) return ids;
  const action = textOf(fields, "action");
  const group = groupOf(fields) ?? 0;
  if (action === "move" && group === 0) return refused("group_id is needed to move subscribers.");
  let affected = 0;
  for (const id of ids) {
    const result = await one(callApi, id, action, group);
    // These refusals apply to all: an unknown group, or a site that requires a code from everyone.
    if (!result.ok && !["not_found", "not_in_this_state"].includes(result.code)) return refusalOf(result);
    if (result.ok) affected += 1;
  }
  return succeeded(`${affected} subscribers changed.`, { affected });
}

async function one(callApi: CompatCall["callApi"], id: number, action: string, group: number): Promise<ApiResult> {
  if (action === "delete") return callApi("DELETE /subscribers/{id}", { id });
  const result = await callApi("GET /subscribers/{id}", { id });
  if (!result.ok) return result;
  const person = result.data as unknown as Person;
  const status = action === "activate" ? "1" : action === "deactivate" ? "0" : "";
  const { exactly, joins } = changeOf(person, action === "move" ? group : 0, status);
  if (exactly) return callApi("PATCH /subscribers/{id}", { id, ...exactly });
  return joins ? join(callApi, person, joins) : result;
}
