import { afterEach, describe, expect, test } from "vitest";

import { OUTBOUND_REFUSED } from "#domain/access/outbound";
import { failureOf } from "#gateways/shared/wire";

import { testCertificate } from "../../../test/support/service/certificate.ts";
import { startReceiver, type Answer, type Receiver } from "../../../test/support/webhooks/receiver.ts";
import type { Resolve } from "./name-lookups.ts";
import { createOutbound, type Outbound, type OutboundOptions } from "./outbound.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const publicName: Resolve = async () => [{ address: "93.184.215.14", family: 4 }];

function outbound(options: Partial<OutboundOptions> = {}): Outbound {
  const gate = createOutbound({ allow: [], resolve: publicName, connectMs: 2_000, ...options });
  open.push(gate);
  return gate;
}

async function receiver(answer?: Answer, options?: { tls: boolean }): Promise<Receiver> {
  const started = await startReceiver(answer, options);
  open.push(started);
  return started;
}

async function refusalOf(call: Promise<Response>): Promise<unknown> {
  return call.then(
    (response) => `answered ${response.status}`,
    (error: unknown) => failureOf(error),
  );
}

const refused = { kind: "unsent", code: OUTBOUND_REFUSED };

const PRIVATE = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://0x7f.0.0.1/",
  "https://0x7f000001/",
  "https://2130706433/",
  "https://017700000001/",
  "https://0177.0.0.01/",
  "https://127.0.0.1./",
  "https://127。0。0。1/",
  "https://①②⑦.0.0.1/",
  "https://127.255.255.254/",
  "https://0/",
  "https://0.0.0.0/",
  "https://10.0.0.1/",
  "https://10.255.255.255/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.168.1.1/",
  "https://100.64.0.1/",
  "https://100.127.255.255/",
  "https://169.254.169.254/latest/meta-data/",
  "https://169.254.170.2/",
  "https://0xA9FEA9FE/",
  "https://192.0.0.192/",
  "https://192.0.2.1/",
  "https://198.18.0.1/",
  "https://198.51.100.7/",
  "https://203.0.113.9/",
  "https://192.88.99.1/",
  "https://224.0.0.1/",
  "https://239.255.255.255/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  "https://[::]/",
  "https://[::1]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://[::127.0.0.1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[64:ff9b::127.0.0.1]/",
  "https://[64:ff9b::a00:1]/",
  "https://[64:ff9b:1::1]/",
  "https://[2002:7f00:1::]/",
  "https://[2002:a00:1::1]/",
  "https://[2001::1]/",
  "https://[2001:db8::1]/",
  "https://[3fff::1]/",
  "https://[fc00::1]/",
  "https://[fd12:3456:789a::1]/",
  "https://[fe80::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://[100::1]/",
  "https://[5f00::1]/",
  "https://localhost/",
  "https://LOCALHOST./",
  "https://api.localhost/",
  "https://metadata.google.internal/",
  "https://metadata/",
  "https://printer.local/",
  "https://router.lan/",
  "https://nas.home.arpa/",
  "http://127.0.0.1/",
  "http://localhost/",
];

const INVALID = [
  "",
  "not a url",
  "//hooks.example.com/",
  "http://hooks.example.com/",
  "ftp://hooks.example.com/",
  "file:///etc/passwd",
  "data:text/plain,hello",
  "javascript:alert(1)",
  "https://",
  "https://user:secret@hooks.example.com/",
  "https://user@hooks.example.com/",
  "https://127.0.0.1:99999/",
  "https://hooks.0x7f.1.999/",
  "https://[fe80::1%25eth0]/",
  "https://exa mple.com/",
  "http://93.184.215.14/",
];

const FINE = [
  "https://hooks.example.com/",
  "https://hooks.example.com:8443/path?token=1",
  "https://HOOKS.EXAMPLE.COM./",
  "https://93.184.215.14/",
  "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
  "https://[64:ff9b::5db8:d70e]/",
  "https://bücher.example.com/",
];

describe("at registration", () => {
  test.each(PRIVATE)("%s is a private address", async (url) => {
    expect(await outbound().check(url)).toBe("private_address");
  });
  test.each(INVALID)("%j is not accepted as a URL", async (url) => {
    expect(await outbound().check(url)).toBe("invalid_url");
  });
  test.each(FINE)("%s passes", async (url) => {
    expect(await outbound().check(url)).toBeNull();
  });

  test("a name that resolves to a private network is refused, one private address among public ones included", async () => {
    const resolve: Resolve = async () => [
      { address: "93.184.215.14", family: 4 },
      { address: "fd00::5", family: 6 },
    ];
    expect(await outbound({ resolve }).check("https://hooks.example.com/")).toBe("private_address");
  });

  test("a name that does not resolve now, or not in time, passes", async () => {
    const fails: Resolve = () => Promise.reject(Object.assign(new Error("no"), { code: "EAI_AGAIN" }));
    const hangs: Resolve = () => new Promise(() => undefined);
    expect(await outbound({ resolve: fails }).check("https://hooks.example.com/")).toBeNull();
    expect(await outbound({ resolve: hangs, resolveMs: 20 }).check("https://hooks.example.com/")).toBeNull();
    const gate = outbound({ resolve: fails, allow: ["10.0.0.0/8"] });
    expect(await gate.check("http://hooks.example.com/")).toBe("invalid_url");
    expect(await gate.check("https://intranet/")).toBe("private_address");
  });

  test("an allow entry lifts both rules for itself alone", async () => {
    const gate = outbound({ allow: ["127.0.0.0/8", "Intranet", "fd00::/8"] });
    expect(await gate.check("http://127.0.0.1:9000/")).toBeNull();
    expect(await gate.check("http://0x7f.1/")).toBeNull();
    expect(await gate.check("https://[::ffff:127.0.0.1]/")).toBeNull();
    expect(await gate.check("http://intranet/hook")).toBeNull();
    expect(await gate.check("https://[fd00::1]/")).toBeNull();
    expect(await gate.check("https://10.0.0.1/")).toBe("private_address");
    expect(await gate.check("https://[::1]/")).toBe("private_address");
    expect(await gate.check("http://hooks.example.com/")).toBe("invalid_url");
    expect(await gate.check("http://user:secret@127.0.0.1/")).toBe("invalid_url");
  });

  test("only listed ports pass if ports are listed", async () => {
    const gate = outbound({ ports: [443] });
    expect(await gate.check("https://hooks.example.com/")).toBeNull();
    expect(await gate.check("https://hooks.example.com:25/")).toBe("invalid_url");
  });

  test.each(["http://host", "host:80", "a b", "user@host", "10.0.0.0/40", ""])(
    "the allow entry %j is refused at start",
    (entry) => {
      expect(() => outbound({ allow: [entry] })).toThrow("TIDINGS_OUTBOUND_ALLOW");
    },
  );
});

describe("at the connection", () => {
  test.each([...PRIVATE, ...INVALID.filter((url) => url !== "")])(
    "%s is refused before anything is written",
    async (url) => {
      expect(await refusalOf(outbound().fetch(url))).toEqual(refused);
    },
  );

  test("a name that was public at registration and is loopback now is not reached", async () => {
    const target = await receiver();
    let asked = 0;
    const resolve: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? "93.184.215.14" : "127.0.0.1", family: 4 }];
    };
    const gate = outbound({ resolve });
    const url = `https://hooks.example.com:${target.port}/`;
    expect(await gate.check(url)).toBeNull();
    expect(await refusalOf(gate.fetch(url))).toEqual(refused);
    expect([asked, target.connections()]).toEqual([2, 0]);
  });

  test("a name is looked up once per connection, so no second answer can differ", async () => {
    const target = await receiver(undefined, { tls: true });
    let asked = 0;
    const resolve: Resolve = async () => {
      asked += 1;
      return [{ address: "127.0.0.1", family: 4 }];
    };
    const gate = outbound({ resolve, allow: ["127.0.0.1"], ca: testCertificate });
    const response = await gate.fetch(`https://hooks.example.com:${target.port}/hook`);
    expect([await response.text(), asked]).toEqual(["ok", 1]);
  });

  test("a name with one private address among public ones reaches neither", async () => {
    const target = await receiver();
    const resolve: Resolve = async () => [
      { address: "93.184.215.14", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    expect(await refusalOf(outbound({ resolve }).fetch(`https://hooks.example.com:${target.port}/`))).toEqual(refused);
    expect(target.connections()).toBe(0);
  });

  test("plain http to a public name is refused even if blocks are allowed", async () => {
    const gate = outbound({ allow: ["10.0.0.0/8"] });
    expect(await refusalOf(gate.fetch("http://hooks.example.com/"))).toEqual(refused);
  });

  test.each(["https://127.0.0.1:PORT/", "http://127.0.0.1:PORT/", "http://localhost:PORT/"])(
    "a redirect to %s is returned and not followed",
    async (location) => {
      const inside = await receiver();
      const door = await receiver((_call, response) => {
        response.writeHead(302, { Location: location.replace("PORT", String(inside.port)) }).end();
      });
      const gate = outbound({
        allow: ["hooks.example.com"],
        resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      });
      const url = `http://hooks.example.com:${door.port}/`;
      for (const redirect of ["manual", "follow"] as const) {
        const response = await gate.fetch(url, { method: "POST", body: "{}", redirect });
        expect(response.status).toBe(302);
        await response.body?.cancel();
      }
      expect([door.calls.length, inside.connections()]).toEqual([2, 0]);
    },
  );

  test("allowed blocks are reached over http and over https with a trusted certificate", async () => {
    const plain = await receiver();
    const secure = await receiver(undefined, { tls: true });
    const gate = outbound({ allow: ["127.0.0.0/8"], ca: testCertificate });
    expect((await gate.fetch(plain.url)).status).toBe(200);
    expect((await gate.fetch(secure.url)).status).toBe(200);
  });

  test("an untrusted certificate is distinguished from a missing response", async () => {
    const secure = await receiver(undefined, { tls: true });
    const gate = outbound({ allow: ["127.0.0.0/8"] });
    expect(await refusalOf(gate.fetch(secure.url))).toMatchObject({ kind: "unsent" });
    const silent = await receiver((_call, response) => void response.destroy());
    expect(await refusalOf(gate.fetch(silent.url, { method: "POST", body: "{}" }))).toMatchObject({ kind: "unknown" });
  });

  test("a refused connection and a name without address count as never sent", async () => {
    const gone = await receiver();
    await gone.close();
    const gate = outbound({ allow: ["127.0.0.0/8"] });
    expect(await refusalOf(gate.fetch(gone.url))).toEqual({ kind: "unsent", code: "ECONNREFUSED" });
    const resolve: Resolve = () =>
      Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND", syscall: "getaddrinfo" }));
    expect(await refusalOf(outbound({ resolve }).fetch("https://hooks.example.com/"))).toEqual({
      kind: "unsent",
      code: "ENOTFOUND",
    });
  });

  test("a name that takes too long counts as never sent", async () => {
    const gate = outbound({ resolve: () => new Promise(() => undefined), connectMs: 50 });
    expect(await refusalOf(gate.fetch("https://hooks.example.com/"))).toMatchObject({ kind: "unsent" });
  });

  test("a trusted address from the environment may be private, and plain on this computer", async () => {
    const target = await receiver();
    expect((await outbound().trustedFetch(target.url)).status).toBe(200);
    const near: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const named = target.url.replace("127.0.0.1", "gateway.example");
    expect((await outbound({ resolve: near }).trustedFetch(named)).status).toBe(200);
  });

  test("a trusted address elsewhere is called without TLS only if the operator allows its host", async () => {
    const address = "http://192.0.2.7/";
    const named = "http://gateway.example/";
    for (const url of [address, named]) {
      expect(await refusalOf(outbound({ connectMs: 50 }).trustedFetch(url))).toEqual(refused);
      const gate = outbound({ connectMs: 50, allow: ["192.0.2.0/24", "gateway.example"] });
      expect(await refusalOf(gate.trustedFetch(url))).not.toEqual(refused);
      const encrypted = outbound({ connectMs: 50 }).trustedFetch(url.replace("http:", "https:"));
      expect(await refusalOf(encrypted)).not.toEqual(refused);
    }
  });

  test("neither a caller's dispatcher nor a Request bypasses the gate", async () => {
    const target = await receiver();
    const gate = outbound();
    const init = { dispatcher: { dispatch: () => true } } as unknown as RequestInit;
    expect(await refusalOf(gate.fetch(target.url, init))).toEqual(refused);
    await expect(gate.fetch(new Request(target.url))).rejects.toThrow("not a Request");
    expect(target.connections()).toBe(0);
  });
});
