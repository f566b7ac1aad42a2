import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";
import { startShopStandIn, type ShopStandIn } from "../support/woocommerce/woocommerce-stand-in.ts";

let service: TestService;
let sender: Credentials;
let manager: Credentials;

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
  [sender, manager] = [await service.userWith("svc_sendsms"), await service.userWith("svc_sendsms", "svc_users")];
  const user = (username: string, name: string, phone?: string) =>
    service.call("POST", "/users", { username, name, email: `${username}@example.com`, phone, roles: ["customer"] });
  await user("boss", "Berta Boss", "+4915112351001");
  await user("mute", "Mute Boss");
  await service.call("POST", "/roles", { name: "bosses", label: "Bosses of all", capabilities: [] });
  await service.call("POST", "/customers", { name: "Cora Boss", phone: "0151 12351002", country: "DE" });
});
afterAll(() => service.end());

const find = async (query: string, as?: Credentials) =>
  service.call("GET", `/send/recipients${query}`, undefined, as && { as });
const found = async (query: string, as?: Credentials): Promise<any> => {
  const { status, body } = await find(query, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

describe("GET /send/recipients", () => {
  test("finds roles, users and customers by a part of their name, and no number of a user", async () => {
    const reply = await find("?search=bOSs", manager);
    expect(reply.body.data).toEqual({
      roles: { items: [{ id: "bosses", name: "Bosses of all" }], more: false },
      users: {
        items: [
          { id: expect.any(Number), name: "Berta Boss", username: "boss", reachable: true },
          { id: expect.any(Number), name: "Mute Boss", username: "mute", reachable: false },
        ],
        more: false,
      },
      customers: { items: [{ id: expect.any(Number), name: "Cora Boss", phone: "+4915112351002" }], more: false },
    });
    expect(JSON.stringify(reply.body)).not.toContain("12351001");
  });

  test("takes what is found as a recipient", async () => {
    const { roles, users, customers } = await found("?search=boss", manager);
    const call = {
      message: "Hi",
      users: [users.items[0].id],
      role_ids: [roles.items[0].id],
      numbers: [customers.items[0].phone],
    };
    expect((await service.call("POST", "/send/preview", call, { as: manager })).body.data.people.final).toBe(2);
  });

  test("shows roles alone to a caller who may send and not see users", async () => {
    const seen = await found("?search=boss", sender);
    expect([seen.roles.items.length, seen.users, seen.customers]).toEqual([1, null, null]);
    expect(await found("?search=boss&kind=users,customers", sender)).toEqual({
      roles: null,
      users: null,
      customers: null,
    });
    const refused = await find("?search=boss", await service.userWith("svc_users"));
    expect([refused.status, refused.body.data.capability]).toEqual([403, "svc_sendsms"]);
  });

  test("lists the roles without a search, and people only with one of two letters", async () => {
    const { roles, users } = await found("", manager);
    expect(roles.items).toContainEqual({ id: "editor", name: "Editor" });
    expect(users).toBeNull();
    const codeOf = async (query: string) => {
      const { status, body } = await find(query, manager);
      return [status, body.data.details.map(({ field, code }: { field: string; code: string }) => [field, code])];
    };
    expect(await codeOf("?kind=users")).toEqual([400, [["search", "required"]]]);
    expect((await codeOf("?search=%20a%20"))[0]).toBe(400);
    expect((await codeOf("?search=ab&kind=groups"))[0]).toBe(400);
    expect((await found("?kind=roles", manager)).users).toBeNull();
  });

  test("returns twenty of a kind, and whether there are more", async () => {
    const add = (nth: number) =>
      service.call("POST", "/customers", { name: `Many ${nth}`, phone: `+49151123520${nth}` });
    for (let nth = 10; nth < 30; nth += 1) await add(nth);
    const many = async () => (await found("?search=many&kind=customers", manager)).customers;
    expect([(await many()).items.length, (await many()).more]).toEqual([20, false]);
    await add(30);
    expect([(await many()).items.length, (await many()).more]).toEqual([20, true]);
  });

  test("treats what is special in a pattern as text", async () => {
    for (const search of ["%25%25", "__", "\\\\\\\\", "%F0%9F%99%82%F0%9F%99%82"]) {
      expect((await found(`?search=${search}`, manager)).users, search).toEqual({ items: [], more: false });
    }
  });

  test("a session says which kinds there are for its user", async () => {
    const kindsOf = async (as: Credentials) =>
      (await service.call("GET", "/session", undefined, { as })).body.data.recipient_kinds;
    expect(await kindsOf(manager)).toEqual(["roles", "users", "customers"]);
    expect(await kindsOf(sender)).toEqual(["roles"]);
    expect(await kindsOf(await service.userWith("svc_users"))).toEqual([]);
  });
});

describe("GET /send/recipients with a shop (a stand-in)", () => {
  let shop: ShopStandIn;
  let withShop: TestService;
  beforeAll(async () => {
    shop = await startShopStandIn();
    withShop = await startTestService({ TIDINGS_COMMERCE: shop.dsn() }, { workerLoops: false });
  });
  afterAll(async () => {
    await withShop.end();
    await shop.close();
  });
  const search = (query: string, as?: Credentials) =>
    withShop.call("GET", `/send/recipients${query}`, undefined, as && { as });

  test("finds its customers by name, with numbers of their own country", async () => {
    shop.customers.push({ id: 4, first_name: "Cora", last_name: "Kern", phone: "0151 12351002", country: "DE" });
    shop.customers.push({ id: 5, first_name: "Cora", last_name: "Mute", phone: "ask me" });
    expect((await search("?search=cora")).body.data.customers).toEqual({
      items: [
        { id: 4, name: "Cora Kern", phone: "+4915112351002" },
        { id: 5, name: "Cora Mute", phone: null },
      ],
      more: false,
    });
  });

  test("does not ask it for a caller who may not see customers, nor for roles and users", async () => {
    shop.calls.length = 0;
    const as = await withShop.userWith("svc_sendsms");
    expect((await search("?search=cora", as)).body.data.customers).toBeNull();
    expect((await search("?search=admin&kind=users,roles")).body.data.users.items).toHaveLength(1);
    expect(shop.calls).toEqual([]);
  });

  test("an unreachable platform is reported as such, and not as one without users", async () => {
    shop.issues.push(403);
    const { status, body } = await search("?search=cora&kind=customers");
    expect([status, body.code]).toEqual([503, "host_unavailable"]);
  });
});

test("without a shop and without customers there is no such kind", async () => {
  const alone = await startTestService({ TIDINGS_COMMERCE: "none" }, { workerLoops: false });
  try {
    expect((await alone.call("GET", "/send/recipients?search=ad")).body.data.customers).toBeNull();
    expect((await alone.call("GET", "/session")).body.data.recipient_kinds).toEqual(["roles", "users"]);
  } finally {
    await alone.end();
  }
});
