import { createHash, createHmac, randomBytes } from "node:crypto";
import { request } from "node:http";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listen, type Listening } from "#app/http/listen";

import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { companionOf, type SignedRequest } from "../../support/wordpress/wordpress-companion.ts";
import { startStandIn, type StandIn } from "../../support/wordpress/wordpress-stand-in.ts";

/** Forged proxied calls, or real ones altered in transit, over a real socket. */
const secret = randomBytes(32).toString("base64url");
const companion = companionOf(secret);
const now = (): number => Math.floor(Date.now() / 1000);
let site: StandIn;
let service: TestService;
let server: Listening;

beforeAll(async () => {
  site = await startStandIn();
  const serviceAccount = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
  service = await startTestService({
    TIDINGS_PLATFORM: `wordpress+${site.url}?service=${serviceAccount.login}:${serviceAccount.password}&secret=${secret}&timeout=2`,
    TIDINGS_TRUSTED_PROXIES: "127.0.0.1",
  });
  server = await listen(service.app, { host: "127.0.0.1", port: 0 });
  await eventually(async () => site.called("/tidings/v1/roles") >= 1);
});
afterAll(async () => {
  await server.close();
  await service.end();
  await site.close();
});

const anna = {
  id: 7,
  login: "anna",
  capabilities: ["svc_sendsms", "svc_outbox", "svc_subscribers"],
  address: "203.0.113.9",
};
let numbers = 0;
const text = () => ({ message: "Hostile", numbers: [`+49151300${String((numbers += 1)).padStart(5, "0")}`] });

type Pairs = readonly (readonly [string, string])[];

/** A call in raw bytes: header lines may appear twice, and a body may come without its length. */
function raw(method: string, target: string, headers: Pairs, body = "", chunked = false) {
  return new Promise<{ status: number; body: any }>((resolve, reject) => {
    const lines = [
      ...headers,
      ...(chunked || body === "" ? [] : [["Content-Length", String(Buffer.byteLength(body))]]),
    ];
    const call = request(
      server.url,
      { method, path: target, headers: ["Host", "127.0.0.1", ...lines.flat()] },
      (reply) => {
        let got = "";
        reply.on("data", (part) => (got += String(part)));
        reply.once("end", () => resolve({ status: reply.statusCode!, body: got === "" ? null : JSON.parse(got) }));
      },
    );
    call.once("error", reject);
    call.end(body);
  });
}

const send = ({ method, target, headers, body }: SignedRequest, more: Pairs = [], chunked = false) =>
  raw(method, target, [...Object.entries(headers), ...more], body, chunked);

/** Validly signed over a principal that is used exactly as given. */
function signedWith(principal: string, target = "/svc/v1/outbox"): SignedRequest {
  const encoded = Buffer.from(principal).toString("base64url");
  const [at, nonce] = [String(now()), randomBytes(16).toString("base64url")];
  const nothing = createHash("sha256").digest("hex");
  const lines = ["tidings-principal-v2", "GET", target, nothing, nothing, at, nonce, encoded];
  const mac = createHmac("sha256", Buffer.from(secret, "base64url")).update(lines.join("\n")).digest("hex");
  return {
    method: "GET",
    target,
    headers: {
      "x-tidings-principal": encoded,
      "X-TIDINGS-TIMESTAMP": at,
      "x-Tidings-nonce": nonce,
      "X-Tidings-Signature": `v2=${mac}`,
    },
  };
}

const messages = async (): Promise<number> =>
  (await service.pool.query("select count(*)::int as n from messages")).rows[0].n;

describe("a principal", () => {
  test.each([
    '{"id":"7","capabilities":["svc_outbox"]}',
    '{"id":-7,"capabilities":["svc_outbox"]}',
    '{"id":7.5,"capabilities":["svc_outbox"]}',
    '{"id":1e400,"capabilities":["svc_outbox"]}',
    '{"id":9007199254740993,"capabilities":["svc_outbox"]}',
    '{"id":[7],"capabilities":["svc_outbox"]}',
    '{"id":true,"capabilities":["svc_outbox"]}',
    '{"id":null,"capabilities":["svc_outbox"]}',
    '{"capabilities":["svc_outbox"]}',
    '{"__proto__":{"id":7,"capabilities":["svc_outbox"]}}',
    '{"id":0,"capabilities":["svc_outbox"]}',
    '{"id":-0,"capabilities":["svc_outbox"]}',
    '{"id":7,"id":0,"capabilities":["svc_outbox"]}',
    '[{"id":7,"capabilities":["svc_outbox"]}]',
    '"7"',
    "{",
    "",
  ])("that is not a person is unauthenticated, however valid the signature: %s", async (principal) => {
    const reply = await send(signedWith(principal));
    expect([reply.status, reply.body.code]).toEqual([401, "unauthorized"]);
  });

  test.each([
    '{"id":7,"__proto__":{"capabilities":["svc_outbox"]}}',
    '{"id":7,"capabilities":["__proto__","constructor","toString","SVC_OUTBOX","svc_outbox ","svc_outb\\u043ex"]}',
    '{"id":7,"capabilities":{"0":"svc_outbox","length":1}}',
    '{"id":7,"capabilities":[["svc_outbox"]]}',
    '{"id":7,"capabilities":["svc_outbox"],"capabilities":[]}',
  ])("gets nothing from names that only look like ours: %s", async (principal) => {
    expect((await send(signedWith(principal))).status).toBe(403);
  });

  test("is accepted whatever the case of the header names", async () => {
    expect((await send(signedWith('{"id":7,"capabilities":["svc_outbox"]}'))).status).toBe(200);
  });
});

describe("a call that differs from the signed one is 401:", () => {
  const mightier = Buffer.from(JSON.stringify({ ...anna, capabilities: ["svc_setting"] })).toString("base64url");
  const junk = {
    "X-Tidings-Principal": mightier,
    "X-Tidings-Signature": `v2=${"0".repeat(64)}`,
    "X-Tidings-Nonce": randomBytes(16).toString("base64url"),
    "X-Tidings-Timestamp": String(now()),
  };
  test.each(Object.entries(junk))("%s that appears twice, in either order", async (name, value) => {
    const read = () => companion.call(anna, "GET", "/svc/v1/outbox");
    expect((await send(read(), [[name, value]])).status).toBe(401);
    const { method, target, headers } = read();
    expect((await raw(method, target, [[name, value], ...Object.entries(headers)])).status).toBe(401);
    const twice = read();
    expect((await send(twice, [[name, twice.headers[name]!]])).status).toBe(401);
  });

  test.each([
    ["HEAD for GET", "GET", "HEAD"],
    ["GET for HEAD", "HEAD", "GET"],
    ["PUT for PATCH", "PATCH", "PUT"],
  ])("%s", async (_name, signed, sent) => {
    const call = companion.call(anna, signed, "/svc/v1/outbox");
    const reply = await raw(sent, call.target, Object.entries(call.headers));
    expect([401, 405]).toContain(reply.status);
  });

  const paths: readonly (readonly [string, string])[] = [
    ["/svc/v1/outbox?search=a%2Fb", "/svc/v1/outbox?search=a/b"],
    ["/svc/v1/outbox?search=a%2fb", "/svc/v1/outbox?search=a%2Fb"],
    ["/svc/v1/outbox?search=a+b", "/svc/v1/outbox?search=a%20b"],
    ["/svc/v1/outbox?page=1&page=2", "/svc/v1/outbox?page=2&page=1"],
    ["/svc/v1/outbox?page=1", "/svc/v1/outbox?page=1&page=1"],
    ["/svc/v1/outbox?page=1", "/svc/v1/outbox?page=1&"],
    ["/svc/v1/outbox", "/svc/v1/outbox?"],
    ["/svc/v1/outbox", "/svc/v1/outbox/"],
    ["/svc/v1/outbox", "/svc/v1/%6futbox"],
    ["/svc/v1/outbox", "/svc/v1/x/../outbox"],
    ["/svc/v1/outbox", "//svc/v1/outbox"],
  ];
  test.each(paths)("%s sent as %s", async (signed, sent) => {
    const call = companion.call(anna, "GET", signed);
    const reply = await raw("GET", sent, Object.entries(call.headers));
    expect([401, 404]).toContain(reply.status);
  });

  const sent = {
    Accept: "application/json",
    "Accept-Language": "de",
    "Idempotency-Key": "order-7",
    "Last-Event-ID": "1",
    Prefer: "handling=lenient",
  };
  const signedSend = () => companion.call(anna, "POST", "/svc/v1/send", text(), undefined, sent);
  test.each([...Object.keys(sent), "Content-Type"])(
    "a call whose %s was changed, removed, repeated, emptied or added in transit",
    async (name) => {
      const stored = await messages();
      const given = signedSend().headers[name]!;
      for (const values of [[`${given}2`], [], [given, given], [given, "x"], ["x", given], [""], [given, ""]]) {
        const { method, target, headers, body } = signedSend();
        const others = Object.entries(headers).filter(([one]) => one !== name);
        const reply = await raw(method, target, [...others, ...values.map((value) => [name, value] as const)], body);
        expect([values, reply.status, reply.body.data.signature]).toEqual([values, 401, "forged"]);
      }
      const bare = companion.call(anna, "GET", "/svc/v1/outbox");
      expect((await send(bare, [[name, given]])).status).toBe(401);
      expect(await messages()).toBe(stored);
    },
  );

  test("a call of a version 1 companion, which signs no header; the message says what to do", async () => {
    const old = companionOf(secret, undefined, 1);
    const stored = await messages();
    for (const call of [
      old.call(anna, "GET", "/svc/v1/outbox"),
      old.call(anna, "POST", "/svc/v1/send", text()),
      old.call(anna, "POST", "/svc/v1/send", text(), undefined, sent),
    ]) {
      const reply = await send(call);
      expect([reply.status, reply.body.data]).toMatchObject([401, { signature: "outdated", signature_version: 2 }]);
      expect(reply.body.message).toContain("update the plugin");
    }
    expect(await messages()).toBe(stored);
  });

  test("one version's signature under the other's name, and a call that carries the signatures of both", async () => {
    const [old, fresh] = [companionOf(secret, undefined, 1), companion].map((of) =>
      of.call(anna, "GET", "/svc/v1/outbox"),
    ) as [SignedRequest, SignedRequest];
    const name = "X-Tidings-Signature";
    for (const [call, value] of [
      [old, old.headers[name]!.replace("v1=", "v2=")],
      [fresh, fresh.headers[name]!.replace("v2=", "v1=")],
      [fresh, `${old.headers[name]},${fresh.headers[name]}`],
    ] as const) {
      const reply = await send({ ...call, headers: { ...call.headers, [name]: value } });
      expect([reply.status, reply.body.data.signature]).toEqual([401, "forged"]);
    }
  });

  test("a signed address with signing headers beside it, or with its parameters written differently", async () => {
    const address = companion.address(anna, "GET", "/svc/v1/outbox");
    expect((await raw("GET", address, [])).status).toBe(200);
    expect((await raw("GET", address, [["X-Tidings-Nonce", junk["X-Tidings-Nonce"]]])).status).toBe(401);
    for (const bent of [
      address.replace("tidings_principal=", "tidings%5Fprincipal="),
      address.replace("tidings_signature=", "tidings_signature[]="),
      address.replace("tidings_expires=", "tidings_expires=9"),
      address.replace("tidings_signature=", "tidings_signature=v1=00&tidings_signature="),
      address.replace("/outbox?", "/messages?"),
      address.replace("/outbox?", "/outbox?per_page=5&"),
      address.replaceAll("tidings_", "Tidings_"),
    ]) {
      expect([bent, (await raw("GET", bent, [])).status]).toEqual([bent, 401]);
    }
    expect((await raw("POST", address, [])).status).toBe(405);
  });

  test("HEAD with an address for GET does only what GET does", async () => {
    const address = companion.address(anna, "GET", "/svc/v1/outbox");
    expect((await raw("HEAD", address, [])).status).toBe(200);
    expect((await raw("HEAD", address.replace("/outbox?", "/messages?"), [])).status).toBe(401);
    expect((await raw("HEAD", companion.address(anna, "POST", "/svc/v1/outbox"), [])).status).toBe(401);
  });
});

describe("what is not signed", () => {
  test("does not matter: a proxy may name the call and remove what requests a cached response", async () => {
    const more = { "X-Request-Id": "mine", "If-None-Match": '"1"' };
    const call = companion.call(anna, "POST", "/svc/v1/send", text(), undefined, { "Idempotency-Key": "proxied-1" });
    expect((await send(call, Object.entries(more))).status).toBe(200);
  });

  test("changes no message: a body that is labeled with another type is refused, and nothing is stored", async () => {
    const before = await messages();
    for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "a/b"]) {
      const call = companion.call(anna, "POST", "/svc/v1/send", text());
      const reply = await send({ ...call, headers: { ...call.headers, "Content-Type": type } });
      expect([type, reply.status >= 400 && reply.status < 500]).toEqual([type, true]);
    }
    expect(await messages()).toBe(before);
  });

  test("an empty body is the same as none, and one without a length the same as one with", async () => {
    const none = companion.call(anna, "POST", "/svc/v1/send");
    expect((await send(none)).status).toBe(400);
    expect((await send(companion.call(anna, "POST", "/svc/v1/send"), [["Content-Length", "0"]])).status).toBe(400);
    const chunked = companion.call(anna, "POST", "/svc/v1/send", text());
    expect((await send(chunked, [["Transfer-Encoding", "chunked"]], true)).status).toBe(200);
  });

  test("does not change the caller: cookies, credentials and forwarded addresses are ignored", async () => {
    const calls = site.calls.length;
    const mighty = site.add("mighty", { capabilities: ["svc_setting", "svc_sendsms"] });
    const basic = `Basic ${Buffer.from(`${mighty.login}:${mighty.password}`).toString("base64")}`;
    const beside: Pairs = [
      ["Authorization", basic],
      ["Cookie", "tidings_session=x"],
      ["X-Forwarded-For", "198.51.100.66"],
      ["X-Forwarded-Proto", "https"],
      ["X-Tidings-Address", "198.51.100.66"],
      ["X-HTTP-Method-Override", "DELETE"],
    ];
    expect((await send(companion.call(anna, "GET", "/svc/v1/credit"), beside)).status).toBe(403);
    const group = await send(companion.call(anna, "POST", "/svc/v1/groups", { name: "Hostile" }));
    const mobile = "+4915140000777";
    const joined = companion.call(anna, "POST", "/svc/v1/newsletter", {
      name: "Bo",
      mobile,
      group_id: group.body.data.id,
    });
    const subscribed = await send(joined, beside);
    expect(subscribed.status).toBe(200);
    const id = subscribed.body.data.subscriber.id;
    const { items } = (await send(companion.call(anna, "GET", `/svc/v1/subscribers/${id}/consents`))).body.data;
    expect(items).toMatchObject([
      { source: "wordpress", ip: "203.0.113.9", actor: expect.stringContaining("wordpress:7") },
    ]);
    expect(site.calls.length).toBe(calls);
  });
});

test("a signed address for a call with a body accepts the body, over a socket and in any number of pieces", async () => {
  const types: Pairs = [["Content-Type", "application/json"]];
  const target = companion.address(anna, "POST", "/svc/v1/send");
  expect((await raw("POST", target, types, JSON.stringify(text()))).status).toBe(200);
  const chunked: Pairs = [...types, ["Transfer-Encoding", "chunked"]];
  expect((await raw("POST", target, chunked, JSON.stringify(text()), true)).status).toBe(200);
  expect((await raw("POST", target, types, JSON.stringify({ message: "x".repeat(3_000_000) }))).status).toBe(413);
});

test("a clock that is off by less than a minute is tolerated, in both directions; by more it is not", async () => {
  for (const [apart, status] of [
    [-58, 200],
    [58, 200],
    [-62, 401],
    [63, 401],
  ] as const) {
    const call = companion.call(anna, "GET", "/svc/v1/outbox", undefined, now() + apart);
    expect([apart, (await send(call)).status]).toEqual([apart, status]);
  }
});

test("a hundred concurrent calls with the same nonce are one call", async () => {
  const call = companion.call(anna, "POST", "/svc/v1/send", text());
  const before = await messages();
  const replies = await Promise.all(Array.from({ length: 100 }, () => send(call)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(99);
  expect(await messages()).toBe(before + 1);
});

test("no part of a signature, a principal or a password gets into the log", () => {
  const logged = JSON.stringify(service.logged);
  expect(logged).not.toMatch(/v1=|tidings_(signature|principal)|eyJ|Password0123456789|Basic /);
  expect(logged).not.toContain(secret);
});
