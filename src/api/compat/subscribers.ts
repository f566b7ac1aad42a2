import { limits } from "#contract/limits";
import { parsePhone } from "#domain/recipients/phone";

import { placeCursor } from "../v1/newsletter/subscribers.ts";
import { listOf, pageOf, textOf } from "./parameters.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { changeRoutes, refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";
import { add, changeOf, join, together } from "./subscriber-groups.ts";
import { filterOf, groupOf, itemOf, type Person, type SubscriberDeps } from "./subscriber-item.ts";

const access = "svc_subscribers";
const named = { type: "string" } as const;
const status = { type: "string", oneOf: ["0", "1"] } as const;
const fields = { custom_fields: { type: "object" } } as const;

/** `/subscribers` and one of them. In WP SMS, a number has a row for each group; here a person has groups. */
export function subscriberRoutes(services: SubscriberDeps): CompatRoute[] {
  return [
    {
      method: "GET",
      path: "/subscribers",
      access,
      parameters: {
        page: { type: "integer" },
        per_page: { type: "integer" },
        search: named,
        group_id: { type: "integer" },
        status: { type: "string", oneOf: ["active", "inactive", "all"] },
        country_code: named,
        orderby: { type: "string", oneOf: ["date", "name", "mobile", "status"] },
        order: { type: "string", oneOf: ["asc", "desc"] },
      },
      handle: (call) => list(services, call),
    },
    {
      method: "POST",
      path: "/subscribers",
      access,
      parameters: { name: { required: true, ...named }, mobile: { required: true, ...named }, status, ...fields },
      handle: (call) => create(services, call),
    },
    {
      method: "GET",
      path: "/subscribers/{id}",
      access,
      async handle({ fields, callApi }) {
        const result = await callApi("GET /subscribers/{id}", { id: fields.get("id") });
        return result.ok ? succeeded("", itemOf(services, result.data as unknown as Person, null)) : refusalOf(result);
      },
    },
    ...changeRoutes({
      path: "/subscribers/{id}",
      access,
      parameters: { name: named, mobile: named, status, ...fields },
      handle: (call) => update(services, call),
    }),
    {
      method: "DELETE",
      path: "/subscribers/{id}",
      access,
      async handle({ fields, callApi }) {
        const result = await callApi("DELETE /subscribers/{id}", { id: fields.get("id") });
        return result.ok ? succeeded(result.message) : refusalOf(result);
      },
    },
  ];
}

async function list(services: SubscriberDeps, { fields, callApi }: CompatCall): Promise<CompatReply> {
  const { page, per_page } = pageOf(fields);
  const result = await callApi("GET /subscribers", {
    ...filterOf(fields),
    search: textOf(fields, "search").trim() || undefined,
    country: countryOf(textOf(fields, "country_code")),
    cursor: page === 1 ? undefined : placeCursor({ offset: (page - 1) * Math.min(per_page, limits.perPage) }),
    per_page,
    orderby: ["name", "mobile"].find((one) => one === textOf(fields, "orderby")),
    order: textOf(fields, "order") || undefined,
  });
  if (!result.ok) return refusalOf(result);
  const { total, per_page: shown } = result.data["pagination"] as { total: number; per_page: number };
  const stats = await services.subscriberRepository.stats();
  const group = groupOf(fields);
  return succeeded("", {
    items: (result.data["items"] as Person[]).map((one) => itemOf(services, one, group)),
    pagination: { total, total_pages: Math.ceil(total / shown), current_page: page, per_page: shown },
    stats: { ...stats, inactive: stats.total - stats.active },
  });
}

function countryOf(code: string): string | undefined {
  return code === "" || code === "all" ? undefined : code;
}

async function create(services: SubscriberDeps, { fields, callApi }: CompatCall): Promise<CompatReply> {
  const groups = listOf(fields.get("group_id"))
    .map(Number)
    .filter((id) => id !== 0);
  const result: ApiResult[] = [];
  for (const group of groups.length === 0 ? [undefined] : new Set(groups)) {
    const person = {
      name: textOf(fields, "name"),
      mobile: textOf(fields, "mobile"),
      group_id: group,
      custom_fields: fields.get("custom_fields") ?? undefined,
    };
    result.push(await add(services, callApi, person, textOf(fields, "status") === "0", `subscribe-${group ?? ""}`));
  }
  const ids = result.flatMap(({ ok, data }) => (ok ? [Number(data["id"])] : []));
  const failure = result.find(({ ok, code }) => !ok && code !== "conflict") ?? result[0]!;
  if (ids.length === 0) return refusalOf(failure);
  return result.length === 1
    ? succeeded(result[0]!.message, { id: ids[0] }, 201)
    : succeeded(result.find(({ ok }) => ok)!.message, { ids, skipped: result.length - ids.length }, 201);
}

async function update(services: SubscriberDeps, { fields, callApi }: CompatCall): Promise<CompatReply> {
  const result = await callApi("GET /subscribers/{id}", { id: fields.get("id") });
  if (!result.ok) return refusalOf(result);
  const person = result.data as unknown as Person;
  const mobile = textOf(fields, "mobile");
  const phone = mobile === "" ? null : parsePhone(mobile, services.country);
  if (phone && (!phone.ok || phone.value !== person.mobile)) {
    return refused("A number identifies the person and cannot be changed: add another subscriber.");
  }
  const group = Number(listOf(fields.get("group_id"))[0] ?? 0);
  const name = textOf(fields, "name") || undefined;
  const change = changeOf(person, group, textOf(fields, "status"));
  const changed = await together(services.unitOfWork, async () => {
    const patched = await callApi("PATCH /subscribers/{id}", {
      id: person.id,
      name,
      custom_fields: fields.get("custom_fields") ?? undefined,
      ...change.exactly,
    });
    if (!patched.ok || !change.joins) return patched;
    const joined = await join(callApi, { ...person, name: name ?? person.name }, change.joins);
    return joined.ok ? patched : joined;
  });
  return changed.ok ? succeeded(changed.message) : refusalOf(changed);
}
