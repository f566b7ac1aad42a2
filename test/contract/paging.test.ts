import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";
import { eventually } from "../support/service/processes.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({});
  for (let nth = 0; nth < 7; nth += 1) {
    await service.call("POST", "/groups", { name: `G${nth}` });
    await service.call("POST", "/forms", { slug: `f${nth}`, title: "F", consent: "Yes.", group_ids: [1] });
    await service.call("POST", "/roles", { name: `role${nth}` });
    await service.call("POST", "/webhook", { webhook_url: `https://93.184.215.14/${nth}`, type: "new_sms" });
    await service.call("POST", "/users/1/application-passwords", { name: `P${nth}` });
    await service.call("PUT", `/order-notices/status-${nth}`, { template: "x" });
    await service.call("POST", "/customers", { name: `C${nth}`, phone: `+4915112360${nth}00` });
    const user = { username: `user-${nth}`, email: `u${nth}@example.test`, name: "U" };
    await service.call("POST", "/users", user);
    const person = { name: `N${6 - nth}`, mobile: `+4915112370${nth}00`, double_opt_in: false };
    await service.call("POST", "/newsletter", person);
    await service.call("POST", "/send", { message: "x", numbers: [`+4915112380${nth}00`] });
  }
  await eventually(
    async () => (await service.call("GET", "/sandbox/messages?per_page=100")).body.data.items.length === 7,
  );
});
afterAll(() => service.end());

/**
 * Those that an application password may read. The calls of this test are in the log of requests, which pages itself.
 */
const lists = (): string[] =>
  service.routes
    .filter(({ access }) => access !== "session")
    .filter(
      ({ method, path, data }) =>
        method === "GET" &&
        "items" in ((data as { shape?: object }).shape ?? {}) &&
        !["/outbox", "/requests"].includes(path),
    )
    .map(({ path }) => path);

/** Every list of the API, with something in it. */
const filled: Readonly<Record<string, number>> = {
  "/alerts": 0,
  "/messages": 7,
  "/schedules": 0,
  "/schedules/{id}/runs": 0,
  "/inbox": 0,
  "/jobs": 0,
  "/gateways": 1,
  "/gateways/kinds": 26,
  "/webhook": 7,
  "/webhooks": 7,
  "/webhooks/{id}/deliveries": 0,
  "/sandbox/messages": 7,
  "/groups": 8,
  "/forms": 7,
  "/settings/changes": 0,
  "/subscribers": 7,
  "/subscribers/{id}/consents": 0,
  "/suppressions": 0,
  "/templates": 0,
  "/fields": 0,
  "/segments": 0,
  "/users": 8,
  "/roles": 12,
  "/users/{id}/application-passwords": 8,
  "/customers": 7,
  "/order-notices": 7,
  "/order-notices/decisions": 0,
  "/inbox/threads": 0,
  "/inbox/threads/{number}": 0,
};

async function walk(path: string, query = ""): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor = ""; ;) {
    const answer = await service.call("GET", `${path}?per_page=3${query}${cursor}`);
    expect([path, answer.status], JSON.stringify(answer.body)).toEqual([path, 200]);
    const { pagination } = answer.body.data;
    expect([path, pagination]).toMatchObject([path, { per_page: 3 }]);
    expect(answer.body.data.items.length).toBeLessThanOrEqual(3);
    items.push(...answer.body.data.items);
    if (pagination.next_cursor === null) return items;
    cursor = `&cursor=${encodeURIComponent(pagination.next_cursor)}`;
    expect(items.length).toBeLessThan(100);
  }
}

test("every list is paged by a cursor, and by nothing else", async () => {
  expect(lists().toSorted()).toEqual(Object.keys(filled).toSorted());
  for (const [path, count] of Object.entries(filled)) {
    const at = path.replace("{id}", path.startsWith("/users") ? "1" : "none").replace("{number}", "%2B4915112380000");
    const page = await service.call("GET", `${at}?page=2`);
    expect([path, page.body.code, page.body.data.details[0]?.did_you_mean]).toEqual([
      path,
      "unknown_parameter",
      "cursor",
    ]);
    if (path.includes("none") || (path.includes("{") && count === 0)) continue;
    const items = await walk(at);
    expect([path, items.length]).toEqual([path, count]);
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length);
    const wrong = await service.call("GET", `${at}?cursor=%00no`);
    if (path !== "/sandbox/messages") expect([path, wrong.status]).toEqual([path, 400]);
  }
});

test.each(["name", "mobile", "created_at", "id"])(
  "subscribers are paged in the order of %s, both ways",
  async (orderby) => {
    const up = (await walk("/subscribers", `&orderby=${orderby}&order=asc`)) as { id: number }[];
    const down = (await walk("/subscribers", `&orderby=${orderby}`)) as { id: number }[];
    expect(up.map(({ id }) => id)).toEqual(down.map(({ id }) => id).toReversed());
    expect(up).toHaveLength(7);
  },
);

test("a cursor still works when the row it names is gone", async () => {
  for (const [list, one] of [
    ["/roles", (item: { name: string }) => `/roles/${item.name}`],
    ["/webhooks", (item: { id: string }) => `/webhooks/${item.id}`],
    ["/groups", (item: { id: number }) => `/groups/${item.id}`],
  ] as const) {
    const first = (await service.call("GET", `${list}?per_page=6`)).body.data;
    const all = (await service.call("GET", `${list}?per_page=100`)).body.data.items;
    expect((await service.call("DELETE", one(first.items.at(-1)))).status).toBe(200);
    const next = await service.call("GET", `${list}?cursor=${first.pagination.next_cursor}&per_page=100`);
    expect(next.body.data.items).toEqual(all.slice(6));
  }
});
