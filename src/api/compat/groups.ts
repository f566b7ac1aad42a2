import { idsOf, listOf, textOf } from "./parameters.ts";
import { refused, succeeded } from "./replies.ts";
import { changeRoutes, refusalOf, type CompatCall, type CompatRoute, type Told } from "./route.ts";

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
      async handle({ fields, ask }) {
        const told = await ask("POST /groups", { name: textOf(fields, "name") });
        return told.ok
          ? succeeded(told.message, { id: told.data["id"], name: told.data["name"] }, 201)
          : refusalOf(told);
      },
    },
    { method: "DELETE", path: "/groups/bulk", access, handle: removeMany },
    {
      method: "GET",
      path: "/groups/{id}",
      access,
      async handle({ fields, ask }) {
        const told = await ask("GET /groups/{id}", { id: fields.get("id") });
        return told.ok ? succeeded("", shown(told.data)) : refusalOf(told);
      },
    },
    ...changeRoutes({
      path: "/groups/{id}",
      access,
      async handle({ fields, ask }) {
        const told = await ask("PATCH /groups/{id}", { id: fields.get("id"), name: textOf(fields, "name") });
        return told.ok ? succeeded(told.message, { id: told.data["id"], name: told.data["name"] }) : refusalOf(told);
      },
    }),
    {
      method: "DELETE",
      path: "/groups/{id}",
      access,
      async handle({ fields, ask }) {
        const told = await ask("DELETE /groups/{id}", { id: fields.get("id") });
        return told.ok ? succeeded(told.message) : refusalOf(told);
      },
    },
  ];
}

/** All of them: the reference has one page. */
async function list({ ask }: CompatCall) {
  const items: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const told: Told = await ask("GET /groups", { cursor, per_page: MOST });
    if (!told.ok) return refusalOf(told);
    items.push(...(told.data["items"] as Record<string, unknown>[]).map(shown));
    cursor = (told.data["pagination"] as { next_cursor: string | null }).next_cursor;
  }
  const pagination = { total: items.length, total_pages: 1, current_page: 1, per_page: items.length };
  return succeeded("", { items, pagination });
}

async function removeMany({ fields, ask }: CompatCall) {
  const ids = idsOf(listOf(fields.get("ids")), "groups");
  if ("body" in ids) return ids;
  const deleted: number[] = [];
  const reasons: { id: number; reason: string }[] = [];
  for (const id of ids) {
    const told = await ask("DELETE /groups/{id}", { id });
    if (told.ok) deleted.push(id);
    else reasons.push({ id, reason: told.message });
  }
  if (deleted.length === 0) return refused(reasons[0]!.reason);
  return succeeded(`${deleted.length} groups deleted.`, { deleted, failed: reasons });
}

function shown({ id, name, subscriber_count, active_count }: Readonly<Record<string, unknown>>) {
  return { id, name, subscriber_count, active_count };
}
