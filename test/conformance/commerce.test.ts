import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Agent, fetch as undiciFetch } from "undici";

import { woocommerceCommerce } from "#commerce/woocommerce";
import { woocommerceOrders } from "#commerce/woocommerce/changed-orders";
import { readShopDsn } from "#commerce/woocommerce/dsn";
import { woocommerceHooks } from "#commerce/woocommerce/hooks";
import type { Commerce, Contact } from "#domain/access/host";
import type { ChangesPlace } from "#domain/orders/shop";
import { day } from "#lib/time";

import { signatureOf, startShopStandIn, type ShopStandIn } from "../support/woocommerce/woocommerce-stand-in.ts";

const agent = new Agent({ connect: { rejectUnauthorized: false } });
const lenient = ((input: URL, init: object) =>
  undiciFetch(input, { ...init, dispatcher: agent }) as unknown as Promise<Response>) as typeof fetch;

function settingsOf(dsn: string) {
  const settings = readShopDsn(dsn);
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}

function tools(fetch = lenient) {
  return {
    fetch,
    now: Date.now,
    random: () => 0,
    newNonce: randomUUID,
  };
}

function open(dsn: string, times = {}, fetch = lenient): Commerce {
  return woocommerceCommerce(settingsOf(dsn), { ...tools(fetch), times });
}

async function everybody(commerce: Commerce, between?: (cursor: string) => void): Promise<Contact[]> {
  const found: Contact[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<Commerce["customers"]>> = await commerce.customers(cursor, 2_000);
    found.push(...page.contacts);
    if (page.next === null) return found;
    cursor = page.next;
    between?.(cursor);
  }
}

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    phone: `0151 ${1_000_000 + from + index}`,
    country: "DE",
  }));
const ownPassword = "shopkeeper:AbCdEfGhIjKlMnOpQrStUvWx";
const ids = (contacts: readonly Contact[]): number[] => contacts.map(({ id }) => id);

describe("a WooCommerce shop (a stand-in)", () => {
  let shop: ShopStandIn;
  beforeAll(async () => {
    shop = await startShopStandIn();
  });
  afterAll(() => shop.close());
  afterEach(() => {
    shop.customers.length = 0;
    shop.orders.length = 0;
    shop.issues.length = 0;
    shop.calls.length = 0;
    shop.unloadable.clear();
    shop.beforeEach(null);
  });

  test("an empty shop has no customers", async () => {
    expect(await everybody(open(shop.dsn()))).toEqual([]);
  });

  test.each([1, 99, 100, 101, 199, 496, 497, 1_300])("each of %i customers is read once, in order", async (count) => {
    shop.customers.push(...people(7, count));
    const found = await everybody(open(shop.dsn()));
    expect(ids(found)).toEqual(people(7, count).map(({ id }) => id));
    expect(found[0]).toEqual({ id: 7, phone: "0151 1000007", country: "DE", name: "C" });
  });

  test("customers are searched by name, login or e-mail address, with what their account says if they never bought", async () => {
    const named = (id: number, first_name: string, last_name: string) => ({ id, first_name, last_name, phone: "" });
    shop.customers.push(named(1, "Ada", "Berg"), named(2, "Bo", "Berg"), {
      ...named(3, "Ada", "Boss"),
      role: "editor",
    });
    shop.customers.push({
      ...named(4, "Ada", "Kern"),
      billing_name: "",
      last_name: "",
      phone: "0664 1",
      country: "AT",
    });
    const search = async (text: string, limit = 20) => open(shop.dsn()).search!(text, limit);
    expect(await search("ada")).toEqual([
      { id: 1, name: "Ada Berg", phone: null, country: null },
      { id: 4, name: "Ada", phone: "0664 1", country: "AT" },
    ]);
    expect(ids(await search("c2@"))).toEqual([2]);
    expect(ids(await search("berg", 1))).toEqual([1]);
    expect(await search("nobody & co")).toEqual([]);
    expect(shop.calls).toHaveLength(4);
    expect(await search("0151 1000")).toEqual([]);
    expect(shop.calls, "digits are not looked for").toHaveLength(4);
    expect(shop.calls.every((call) => !call.search.includes("meta_data"))).toBe(true);
  });

  test("people who join, leave and change their role during reading cause no other person to be skipped or doubled", async () => {
    shop.customers.push(...people(10_000, 1_500));
    const staying = new Set(shop.customers.map(({ id }) => id));
    let step = 0;
    shop.beforeEach(() => {
      step += 1;
      if (step % 2 === 0) shop.customers.push({ id: 20_000 + step, phone: "+4915112345678" });
      // An earlier user becomes a customer: everyone moves one place up.
      if (step % 3 === 0) shop.customers.push({ id: 1_000 + step, phone: "+4915112345678" });
      if (step % 4 === 0) {
        const [gone] = shop.customers.splice(step * 13, 1);
        staying.delete(gone!.id);
      }
    });
    const found = ids(await everybody(open(shop.dsn())));
    expect(new Set(found).size).toBe(found.length);
    expect([...staying].filter((id) => !found.includes(id))).toEqual([]);
  });

  test("a cursor that outlives two hundred deleted accounts finds its position again", async () => {
    shop.customers.push(...people(1, 1_200));
    const first = await open(shop.dsn()).customers(null, 2_000);
    shop.customers.splice(0, 250);
    const found: number[] = [];
    for (let cursor = first.next; cursor !== null;) {
      const page = await open(shop.dsn()).customers(cursor, 2_000);
      found.push(...ids(page.contacts));
      cursor = page.next;
    }
    expect([...ids(first.contacts), ...found]).toEqual(people(1, 1_200).map(({ id }) => id));
  });

  test("guests are added only if the settings say so, without drafts and without people who have accounts", async () => {
    shop.customers.push(...people(1, 3));
    const order = (id: number, customer: number, status = "processing") => ({
      id,
      customer_id: customer,
      status,
      date_modified_gmt: "2026-01-01T00:00:00",
      billing: { phone: `(212) 555-01${id}`, country: "US" },
    });
    shop.orders.push(order(10, 0), order(11, 1), order(12, 0, "checkout-draft"), order(13, 0, "completed"));
    expect(ids(await everybody(open(shop.dsn())))).toEqual([1, 2, 3]);
    const all = await everybody(open(shop.dsn("?guests=true")));
    expect(all.slice(3)).toEqual([
      { id: 0, phone: "(212) 555-0110", country: "US" },
      { id: 0, phone: "(212) 555-0113", country: "US" },
    ]);
  });

  test("no meta data are fetched: they contain hashes of passwords", async () => {
    shop.customers.push(...people(1, 2));
    await everybody(open(shop.dsn("?guests=true")));
    for (const call of shop.calls) expect(call.searchParams.get("_fields")).toMatch(/^id,(?!.*meta)/);
  });

  test("an empty phone counts as none", async () => {
    shop.customers.push({ id: 1, phone: "  " });
    expect(await everybody(open(shop.dsn()))).toEqual([{ id: 1, phone: null, country: null, name: "C" }]);
  });

  test("only customers are customers, unless the settings name another role or all", async () => {
    shop.customers.push(...people(1, 2), { id: 5, role: "wholesale", phone: "+4915112345678" });
    expect(ids(await everybody(open(shop.dsn())))).toEqual([1, 2]);
    expect(ids(await everybody(open(shop.dsn("?role=wholesale"))))).toEqual([5]);
    expect(ids(await everybody(open(shop.dsn("?role=all"))))).toEqual([1, 2, 5]);
  });

  test("plain permalinks work", async () => {
    shop.customers.push(...people(1, 2));
    expect(ids(await everybody(open(shop.dsn("?permalinks=false", ownPassword))))).toEqual([1, 2]);
    expect(shop.calls[0]!.pathname).toBe("/index.php");
  });

  describe("signs in", () => {
    test("over plain http with a key that signs the call: the secret is never sent", async () => {
      shop.customers.push(...people(1, 1));
      expect(ids(await everybody(open(shop.dsn("?name=My%20shop"))))).toEqual([1]);
      expect(shop.calls.map(String).join(" ")).not.toContain("cs_secret");
    });

    test("with an application password, its spaces written or not", async () => {
      shop.customers.push(...people(1, 1));
      for (const password of ["AbCd%20EfGh%20IjKl%20MnOp%20QrSt%20UvWx", "AbCdEfGhIjKlMnOpQrStUvWx"]) {
        expect(ids(await everybody(open(shop.dsn("", `shopkeeper:${password}`))))).toEqual([1]);
      }
    });

    test("over https with a key as HTTP Basic", async () => {
      const safe = await startShopStandIn({ tls: true });
      safe.customers.push(...people(1, 1));
      expect(ids(await everybody(open(safe.dsn())))).toEqual([1]);
      await expect(open(safe.dsn("", "ck_read:cs_other")).customers(null, 100)).rejects.toThrow(
        /refuses our credentials \(401 woocommerce_rest_authentication_error\)/,
      );
      await safe.close();
    });
  });

  describe("says what is wrong", () => {
    test.each([
      ["ck_read:cs_wrong", /refuses our credentials \(401 woocommerce_rest_authentication_error\)/],
      ["shopkeeper:wrong", /refuses our credentials \(401 incorrect_password\)/],
      [
        "writer:AbCdEfGhIjKlMnOpQrStUvWx",
        /does not allow reading.*403 woocommerce_rest_cannot_view.*the account must be .* shop manager/,
      ],
    ])("with the credentials %s, at once", async (who, words) => {
      await expect(open(shop.dsn("", who)).customers(null, 100)).rejects.toThrow(words);
      expect(shop.calls).toHaveLength(1);
    });

    test.each([
      [404, /has no WooCommerce REST API/],
      [302, /redirects/],
      ["html", /not WooCommerce's REST API/],
    ] as const)("if the response is %s", async (issue, words) => {
      shop.issues.push(issue);
      await expect(open(shop.dsn()).customers(null, 100)).rejects.toThrow(words);
    });

    test("if nothing listens", async () => {
      const gone = await startShopStandIn();
      const dsn = gone.dsn();
      await gone.close();
      await expect(open(dsn, { callMs: 300 }).customers(null, 100)).rejects.toThrow(/cannot be reached/);
    });

    test("if its certificate is not accepted, with what makes it accepted", async () => {
      const unknown = await startShopStandIn({ tls: true });
      const failed = open(unknown.dsn(), {}, fetch).customers(null, 100);
      await expect(failed).rejects.toThrow(/DEPTH_ZERO_SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/);
      await unknown.close();
    });

    test("if no response comes, within the deadline and never with a secret", async () => {
      shop.issues.push("hang", "hang", "hang", "hang");
      const error = await open(shop.dsn(), { tryMs: 100, callMs: 100 })
        .customers(null, 100)
        .catch((caught: unknown) => caught);
      expect(String(error)).toMatch(/does not answer in time/);
      expect(String(error)).not.toContain("cs_secret");
      // The deadline is over with the first try: one that counted tries alone would make four.
      expect(shop.calls.length).toBeLessThanOrEqual(1);
    });
  });

  test("a busy shop is retried", async () => {
    shop.customers.push(...people(1, 2));
    shop.issues.push(429, 503, "reset");
    expect(ids(await everybody(open(shop.dsn())))).toEqual([1, 2]);
  });

  /** The shop as if an intermediary changed its responses. */
  const through = (change: (url: URL) => void, answered = (answer: Response, _rows: unknown[]): unknown => answer) =>
    (async (input: URL, init: object) => {
      const url = new URL(input);
      change(url);
      const answer = await lenient(url, init as RequestInit);
      const rows = (await answer.json()) as unknown[];
      const said = answered(new Response(JSON.stringify(rows), answer), rows);
      return said as Response;
    }) as typeof fetch;
  test("the shop's total is not trusted: a shop without paging headers is read to its end", async () => {
    shop.customers.push(...people(1, 350));
    const silent = through(
      () => undefined,
      (answer, rows) => new Response(JSON.stringify(rows), { status: answer.status }),
    );
    expect(await everybody(open(shop.dsn(), {}, silent))).toHaveLength(350);
  });

  test.each(["0", "7", "99999", "-3", "many"])("a total of %s with 350 customers changes nothing", async (total) => {
    shop.customers.push(...people(1, 350));
    const lying = through(
      () => undefined,
      (answer, rows) =>
        new Response(JSON.stringify(rows), {
          status: answer.status,
          headers: { "x-wp-total": total, "x-wp-totalpages": total },
        }),
    );
    expect(ids(await everybody(open(shop.dsn(), {}, lying)))).toEqual(ids(people(1, 350) as never));
  });

  test("what the shop itself cannot load does not end the reading early", async () => {
    const order = (id: number) => ({
      id,
      customer_id: 0,
      status: "processing",
      date_modified_gmt: "2026-01-01T00:00:00",
      billing: { phone: `(212) 555-${1_000 + id}`, country: "US" },
    });
    shop.orders.push(...Array.from({ length: 700 }, (_, index) => order(index + 1)));
    for (const id of [1, 50, 99, 100, 101, 200, 299, 300, 301, 302, 700]) shop.unloadable.add(id);
    const found = await everybody(open(shop.dsn("?guests=true")));
    expect([found.length, new Set(found.map(({ phone }) => phone)).size]).toEqual([689, 689]);
  });

  test.each([
    ["forgets the place", (url: URL) => url.searchParams.delete("offset")],
    ["turns the order round", (url: URL) => url.searchParams.set("order", "desc")],
  ])("a shop that %s is reported as such, and nobody is silently skipped or read forever", async (_what, change) => {
    shop.customers.push(...people(1, 350));
    await expect(everybody(open(shop.dsn("", ownPassword), {}, through(change)))).rejects.toThrow(
      /does not return its rows in the requested order/,
    );
    expect(shop.calls.length).toBeLessThan(20);
  });

  test("calls to a shop at another address are signed for its own, with the scheme of the call", async () => {
    const calls: URL[] = [];
    const watched = (async (input: URL) => {
      calls.push(input);
      return Response.json([]);
    }) as typeof fetch;
    await open(
      "woocommerce+http://ck_1:cs_1@10.0.0.5:8080/shop?home=https%3A%2F%2Fshop.example%2Fshop%2F",
      {},
      watched,
    ).customers(null, 100);
    const [call] = calls;
    const signature = call!.searchParams.get("oauth_signature");
    call!.searchParams.delete("oauth_signature");
    const asKnown = new URL(`http://shop.example/shop/wp-json/wc/v3/customers${call!.search}`);
    expect([call!.host, signature]).toEqual(["10.0.0.5:8080", signatureOf(asKnown, "cs_1")]);
  });
});

const { WOOCOMMERCE_URL, WOOCOMMERCE_KEY, WOOCOMMERCE_SECRET, WOOCOMMERCE_OPTIONS = "" } = process.env;
const real = WOOCOMMERCE_URL && WOOCOMMERCE_KEY && WOOCOMMERCE_SECRET ? new URL(WOOCOMMERCE_URL) : null;
if (!real) process.stdout.write("skipped: a real shop (set WOOCOMMERCE_URL, WOOCOMMERCE_KEY, WOOCOMMERCE_SECRET)\n");

/** WOOCOMMERCE_OPTIONS is the part after the question mark of TIDINGS_COMMERCE: `permalinks=false&home=…`. */
describe.skipIf(!real)("a real WooCommerce shop", () => {
  const dsn = (more: string, secret = WOOCOMMERCE_SECRET!): string => {
    const own = more.split("&").filter((part) => part !== "");
    // What a test sets itself may be named there, too, with or without the question mark.
    const given = WOOCOMMERCE_OPTIONS.replace(/^\?/, "")
      .split("&")
      .filter((part) => part !== "" && !own.some((one) => one.split("=")[0] === part.split("=")[0]));
    const options = [...own, ...given].join("&");
    const who = `${encodeURIComponent(WOOCOMMERCE_KEY!)}:${encodeURIComponent(secret)}`;
    return `woocommerce+${real!.protocol}//${who}@${real!.host}${real!.pathname}${options === "" ? "" : `?${options}`}`;
  };

  test("its customers and guests are read, each account once", async () => {
    const contacts = await everybody(open(dsn("guests=true&role=all")));
    const accounts = ids(contacts).filter((id) => id > 0);
    expect(accounts).toEqual([...new Set(accounts)].toSorted((a, b) => a - b));
    expect(accounts.length).toBeGreaterThan(0);
  });

  test("its orders of the last year are read in the order of their changes, each of them one", async () => {
    const { changed } = woocommerceOrders(settingsOf(dsn("")), tools());
    const seen: number[] = [];
    for (let place: ChangesPlace | null = { since: Date.now() - 365 * day, skip: 0 }; place !== null;) {
      const page: Awaited<ReturnType<typeof changed>> = await changed(place);
      seen.push(...page.orders.map(({ modifiedAt }) => modifiedAt));
      place = page.next;
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    process.stdout.write(`a real shop: ${seen.length} orders of the last year\n`);
  });

  test("its webhooks can be seen", async () => {
    const hooks = await woocommerceHooks(settingsOf(dsn("")), tools());
    process.stdout.write(
      `a real shop: ${hooks.length} webhooks, ${JSON.stringify(hooks.map(({ status }) => status))}\n`,
    );
  });

  test("a wrong secret is reported as one", async () => {
    await expect(open(dsn("", "cs_wrong")).customers(null, 100)).rejects.toThrow(/refuses our credentials \(401/);
  });
});
