import { idsOf, listOf, textOf } from "./parameters.ts";
import { refused, succeeded } from "./replies.ts";
import { changeRoutes, refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";

const MOST = 100;

/** `/groups`, and one of them. */
export function groupRoutes(): CompatRoute[] {
  const access = "svc_subscribers";
  return [
    { method: "GET", path: "/groups", access, handle: list },
    {
      method: "POST",
      path: "/groups",
      access,
      async handle({ fields, callApi }) {
        const result = await callApi("POST /groups", { name: textOf(fields, "name") });
        return result.ok
          ? succeeded(result.message, { id: result.data["id"], name: result.data["name"] }, 201)
          : refusalOf(result);
      },
    },
    { method: "DELETE", path: "/groups/bulk", access, handle: removeMany },
    {
      method: "GET",
      path: "/groups/{id}",
      access,
      async handle({ fields, callApi }) {
        const result = await callApi("GET /groups/{id}", { id: fields.get("id") });
        return result.ok ? succeeded("", shown(result.data)) : refusalOf(result);
      },
    },
    ...changeRoutes({
      path: "/groups/{id}",
      access,
      async handle({ fields, callApi }) {
        const result = await callApi("PATCH /groups/{id}", { id: fields.get("id"), name: textOf(fields, "name") });
        return result.ok
          ? succeeded(result.message, { id: result.data["id"], name: result.data["name"] })
          : refusalOf(result);
      },
    }),
    {
      method: "DELETE",
      path: "/groups/{id}",
      access,
      async handle({ fields, callApi }) {
        const result = await callApi("DELETE /groups/{id}", { id: fields.get("id") });
        return result.ok ? succeeded(result.message) : refusalOf(result);
      },
    },
  ];
}

/** All of them: WP SMS has one page. */
async function list({ callApi }: CompatCall) {
  const items: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const result: ApiResult = await callApi("GET /groups", { cursor, per_page: MOST });
    if (!result.ok) return refusalOf(result);
    items.push(...(result.data["items"] as Record<string, unknown>[]).map(shown));
    cursor = (result.data["pagination"] as { next_cursor: string | null }).next_cursor;
  }
  const pagination = { total: items.length, total_pages: 1, current_page: 1, per_page: items.length };
  return succeeded("", { items, pagination });
}

async function removeMany({ fields, callApi }: CompatCall) {
  const ids = idsOf(listOf(fields.get("ids")), "groups");
  if ("body" in ids) return ids;
  const deleted: number[] = [];
  const reasons: { id: number; reason: string }[] = [];
  for (const id of ids) {
    const result = await callApi("DELETE /groups/{id}", { id });
    if (result.ok) deleted.push(id);
    else reasons.push({ id, reason: result.message });
  }
  if (deleted.length === 0) return refused(reasons[0]!.reason);
  return succeeded(`${deleted.length} groups deleted.`, { deleted, failed: reasons });
}

function shown({ id, name, subscriber_count, active_count }: Readonly<Record<string, unknown>>) {
  return { id, name, subscriber_count, active_count };
}
