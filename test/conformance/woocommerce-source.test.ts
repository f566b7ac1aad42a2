import { randomUUID } from "node:crypto";

import { afterEach, describe, expect, test } from "vitest";
import { Agent, fetch as undiciFetch } from "undici";

import { woocommerceCommerce } from "#commerce/woocommerce";
import { woocommerceOrders } from "#commerce/woocommerce/changed-orders";
import { readShopDsn } from "#commerce/woocommerce/dsn";
import type { ChangesPlace, ShopOrder } from "#domain/orders/shop";

import { gmt, wooOrder } from "../support/woocommerce/shop-orders.ts";
import {
  startShopStandIn,
  type ShopStandIn,
  type StandInOptions,
} from "../support/woocommerce/woocommerce-stand-in.ts";

/**
 * What WooCommerce's source says that one real shop did not show: odd web servers, plain permalinks, rights of keys,
 * zones, pages beyond the end. The source files are named in test/support/woocommerce.
 */
const agent = new Agent({ connect: { rejectUnauthorized: false } });
const lenient = ((input: URL, init: object) =>
  undiciFetch(input, { ...init, dispatcher: agent }) as unknown as Promise<Response>) as typeof fetch;

const shops: ShopStandIn[] = [];
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.close())));

async function shopWith(people: number, options: StandInOptions = {}): Promise<ShopStandIn> {
  const shop = await startShopStandIn(options);
  shops.push(shop);
  for (let id = 1; id <= people; id += 1) shop.customers.push({ id, phone: `0151 ${1_000_000 + id}`, country: "DE" });
  return shop;
}

function open(dsn: string, fetch = lenient) {
  const settings = readShopDsn(dsn);
  if (!settings.ok) throw new Error(settings.error);
  const tools = {
    fetch,
    now: Date.now,
    random: () => 0,
    newNonce: randomUUID,
  };
  const commerce = woocommerceCommerce(settings.value, tools);
  const { changed } = woocommerceOrders(settings.value, tools);
  return {
    async people(): Promise<number> {
      let found = 0;
      for (let cursor: string | null = null; ;) {
        const page: Awaited<ReturnType<typeof commerce.customers>> = await commerce.customers(cursor, 2_000);
        found += page.contacts.length;
        if (page.next === null) return found;
        cursor = page.next;
      }
    },
    async ordersSince(since: number): Promise<readonly ShopOrder[]> {
      const found: ShopOrder[] = [];
      for (let place: ChangesPlace | null = { since, skip: 0 }; place !== null;) {
        const page: Awaited<ReturnType<typeof changed>> = await changed(place);
        found.push(...page.orders);
        place = page.next;
      }
      return found;
    },
  };
}

const everySecret = (shop: ShopStandIn): string => shop.calls.map(String).join(" ");

describe("a key signs in", () => {
  test("if the web server drops the Authorization header, and its secret is in no address", async () => {
    const shop = await shopWith(1_300, { tls: true, dropsAuthorization: true });
    expect(await open(shop.dsn()).people()).toBe(1_300);
    expect(everySecret(shop)).not.toContain("cs_secret");
    // The method that worked is remembered: one failed call, and one for each page.
    expect(shop.calls.filter((call) => !call.searchParams.has("oauth_signature"))).toHaveLength(1);
  });

  test("if TLS ends before a shop that does not know it", async () => {
    const shop = await shopWith(3, { tls: true, tlsUnknown: true });
    expect(await open(shop.dsn()).people()).toBe(3);
    expect(everySecret(shop)).not.toContain("cs_secret");
  });

  test("over plain http from inside, if the shop calls itself https://", async () => {
    const shop = await shopWith(3, { home: "https://shop.example" });
    expect(await open(shop.dsn("?home=https%3A%2F%2Fshop.example")).people()).toBe(3);
    expect(shop.calls).toHaveLength(1);
  });

  test.each(["", "/shop", "/shop/"])("if the shop is below the path %j", async (path) => {
    const home = "http://shop.example/shop";
    const shop = await shopWith(3, path === "" ? {} : { home });
    const options = path === "" ? "" : `${path}?home=${encodeURIComponent(home)}`;
    expect(await open(shop.dsn(options)).people()).toBe(3);
    if (path !== "") expect(shop.calls[0]!.pathname).toBe("/shop/wp-json/wc/v3/customers");
  });

  test.each([
    ["http", "", false],
    ["http below a path", "/shop", false],
    ["https", "", true],
  ])("with plain permalinks over %s, if the shop is new enough", async (_what, path, tls) => {
    const shop = await shopWith(3, { tls, plainKeys: true, ...(path !== "" && { home: "http://shop.example/shop" }) });
    const home = path === "" ? "" : "&home=http%3A%2F%2Fshop.example%2Fshop";
    expect(await open(shop.dsn(`${path}?permalinks=false${home}`)).people()).toBe(3);
  });

  test("not with plain permalinks if the shop is older, which is reported", async () => {
    const shop = await shopWith(3, { tls: true });
    await expect(open(shop.dsn("?permalinks=false")).people()).rejects.toThrow(
      /401 woocommerce_rest_cannot_view.*plain permalinks.*application password/,
    );
    expect(await open(shop.dsn("?permalinks=false", "shopkeeper:AbCdEfGhIjKlMnOpQrStUvWx")).people()).toBe(3);
  });

  test.each([
    ["https", true, "ck_editor:cs_secret", /does not allow reading.*403 woocommerce_rest_cannot_view/],
    ["http", false, "ck_editor:cs_secret", /does not allow reading.*403 woocommerce_rest_cannot_view/],
    [
      "https",
      true,
      "ck_write:cs_secret",
      /refuses our credentials \(401 woocommerce_rest_authentication_error\).*Read/,
    ],
    [
      "http",
      false,
      "ck_write:cs_secret",
      /refuses our credentials \(401 woocommerce_rest_authentication_error\).*Read/,
    ],
    ["https", true, "ck_nobody:cs_secret", /refuses our credentials \(401 woocommerce_rest_authentication_error\)/],
  ])("over %s (%s) only where it may read: %s", async (_what, tls, who, words) => {
    const shop = await shopWith(3, { tls });
    await expect(open(shop.dsn("", who)).people()).rejects.toThrow(words);
    expect(shop.calls.length).toBeLessThanOrEqual(3);
  });

  const refusals = {
    "401 of WooCommerce": new Response('{"code":"woocommerce_rest_cannot_view"}', { status: 401 }),
    "401 without words": new Response("", { status: 401 }),
    "a redirect to http": Response.redirect("http://shop.example/wp-json/wc/v3/customers", 301),
    "a redirect elsewhere": Response.redirect("https://elsewhere.example/", 307),
    "what is no API": new Response("<html>"),
  };
  test.each(
    Object.entries(refusals).flatMap(([what, answer]) =>
      [
        "https://ck_read:cs_secret@shop.example",
        "http://ck_read:cs_secret@shop.example",
        "http://ck_read:cs_secret@shop.example/?home=https%3A%2F%2Fshop.example",
        "https://anna:cs_secret@shop.example?permalinks=false",
      ].map((address) => [what, address, answer] as const),
    ),
  )("and who stands in between and answers %s gets no secret over %s", async (_what, address, answer) => {
    const seen: { readonly url: URL; readonly authorization: string | null; readonly redirect: unknown }[] = [];
    const watched = (async (url: URL, init: RequestInit) => {
      seen.push({ url, authorization: new Headers(init.headers).get("authorization"), redirect: init.redirect });
      return answer.clone();
    }) as typeof fetch;
    await expect(open(`woocommerce+${address}`, watched).people()).rejects.toThrow("The shop at shop.example");
    const { origin, protocol } = new URL(address);
    expect(seen.length).toBeGreaterThan(0);
    for (const { url, authorization, redirect } of seen) {
      expect([url.origin, redirect]).toEqual([origin, "manual"]);
      expect(url.href).not.toContain("cs_secret");
      // Basic is for https alone: without TLS it would be the key itself.
      if (protocol === "http:") expect(authorization).toBe(null);
    }
  });

  test("again after its secret was corrected: a failed method is not remembered", async () => {
    const shop = await shopWith(3, { tls: true });
    const reader = open(shop.dsn());
    const right = shop.keys.get("ck_read")!;
    shop.keys.delete("ck_read");
    await expect(reader.people()).rejects.toThrow(/401/);
    shop.keys.set("ck_read", right);
    expect(await reader.people()).toBe(3);
  });
});

test("a role that the shop does not have is named", async () => {
  const shop = await shopWith(3);
  await expect(open(shop.dsn("?role=vip")).people()).rejects.toThrow(/400 rest_invalid_param.*role vip/);
});

test("a firewall's refusal is not mistaken for the shop's", async () => {
  const shop = await shopWith(3);
  shop.issues.push(403);
  await expect(open(shop.dsn()).people()).rejects.toThrow(/firewall or security plugin.*\(403\)/);
});

test("byte order marks and spaces before the JSON, which themes and plugins leave, do not matter; PHP's warnings are reported as such", async () => {
  const shop = await shopWith(2);
  const before = (text: string) =>
    (async (url: URL, init: object) => {
      const answer = await lenient(url, init as RequestInit);
      return new Response(text + (await answer.text()), answer);
    }) as typeof fetch;
  expect(await open(shop.dsn(), before("\ufeff\n\ufeff ")).people()).toBe(2);
  const warned = open(shop.dsn(), before("<br />\n<b>Deprecated</b>: Creation of dynamic property in x.php<br />"));
  await expect(warned.people()).rejects.toThrow(/not WooCommerce's REST API.*PHP's warnings/);
});

test.each([0, 330, -600])(
  "orders that changed are found whatever zone the shop is in (%i minutes)",
  async (zoneMinutes) => {
    const shop = await shopWith(0, { zoneMinutes });
    shop.orders.push(wooOrder(1, { date_modified_gmt: gmt(-30) }), wooOrder(2, { date_modified_gmt: gmt(-90) }));
    const found = await open(shop.dsn()).ordersSince(Date.now() - 60_000);
    expect(found.map(({ id }) => id)).toEqual([1]);
  },
);

test("drafts of an unfinished checkout are not reported", async () => {
  const shop = await shopWith(0);
  shop.orders.push(
    wooOrder(1, { status: "checkout-draft", date_modified_gmt: gmt(-3) }),
    wooOrder(2, { status: "auto-draft", date_modified_gmt: gmt(-2) }),
    wooOrder(3, { date_modified_gmt: gmt(-1) }),
  );
  const found = await open(shop.dsn()).ordersSince(Date.now() - 60_000);
  expect(found.map(({ id }) => id)).toEqual([3]);
});

test("orders too big for one response are read in smaller pages, and one that is too big alone hides no other", async () => {
  const shop = await shopWith(0);
  const item = { name: "Tea", quantity: 1, meta_data: [{ key: "k", value: "x".repeat(900) }] };
  const big = Array.from({ length: 200 }, () => item);
  const huge = Array.from({ length: 5_000 }, () => item);
  const moment = gmt(-20);
  for (let id = 1; id <= 60; id += 1) {
    const line_items = id === 30 ? huge : big;
    // Ten in one second, so that a page ends within one.
    const date_modified_gmt = id <= 10 ? gmt(-40) : id <= 40 ? moment : gmt(-10);
    shop.orders.push(wooOrder(id, { line_items, date_modified_gmt }));
  }
  const found = await open(shop.dsn()).ordersSince(Date.now() - 60_000);
  expect(new Set(found.map(({ id }) => id)).size).toBe(60);
  // Its id is known, and nothing else about it.
  const unread = found.filter(({ isWhole }) => !isWhole);
  expect(new Set(unread.map(({ id, status, phone }) => [id, status, phone].join()))).toEqual(
    new Set(["30,processing,"]),
  );
});

test("orders that are changed again while those of the same second are read hide none of them", async () => {
  const shop = await shopWith(0);
  const moment = gmt(-20);
  for (let id = 1; id <= 120; id += 1) shop.orders.push(wooOrder(id, { date_modified_gmt: moment }));
  let calls = 0;
  shop.beforeEach(() => {
    calls += 1;
    // Two payments come in between two pages.
    for (const id of calls === 2 ? [3, 7] : calls === 3 ? [40, 41] : []) {
      shop.orders[id - 1] = { ...shop.orders[id - 1]!, date_modified_gmt: gmt(-10) };
    }
  });
  const found = await open(shop.dsn()).ordersSince(Date.now() - 60_000);
  expect(new Set(found.map(({ id }) => id)).size).toBe(120);
  expect(calls).toBeLessThanOrEqual(5);
});

test.each([
  ["more than was asked for, whatever is asked", `[${" ".repeat(4_200_000)}]`, 4],
  [
    "the same full page, whatever place is asked for",
    JSON.stringify(Array.from({ length: 50 }, (_, index) => wooOrder(index + 1, { date_modified_gmt: gmt(-20) }))),
    600,
  ],
])("a shop that answers %s is not read without end", async (_what, body, most) => {
  let calls = 0;
  const stuck: typeof fetch = async () => {
    calls += 1;
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
  await expect(open("woocommerce+https://ck_read:cs_secret@shop.example", stuck).ordersSince(0)).rejects.toThrow(
    /more than was requested|in the requested order/,
  );
  expect(calls).toBeLessThanOrEqual(most);
});
