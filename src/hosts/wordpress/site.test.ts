import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { testCertificate, testKey } from "../../../test/support/service/certificate.ts";
import { startStandIn, type StandIn } from "../../../test/support/wordpress/wordpress-stand-in.ts";
import type { SiteReply } from "./site-reply.ts";
import { siteOf, type Site } from "./site.ts";

let stand: StandIn;
beforeAll(async () => {
  stand = await startStandIn();
});
afterEach(() => {
  stand.up();
  stand.state.before = null;
});
afterAll(() => stand.close());

const open = (timeoutMs = 2_000): Site =>
  siteOf({ url: stand.url, fetch, timeoutMs, clock: { now: () => performance.now() } });
const reported = (reply: Promise<SiteReply>): Promise<string> =>
  reply.then(
    ({ status }) => String(status),
    (error: { why: string }) => error.why,
  );
const me = (site: Site): Promise<string> => reported(site.get("/wp/v2/users/me", { context: "edit" }, null));

test("a 401 in JSON that is not WordPress's own is no response of WordPress", async () => {
  for (const body of ['{"message":"Unauthorized"}', '{"code":401}', '{"error":{"code":"nope"}}', "[]"]) {
    stand.state.instead = (response) => void response.writeHead(401, { "content-type": "application/json" }).end(body);
    expect([body, await me(open())]).toEqual([body, "refused"]);
  }
  stand.up();
  expect(await me(open())).toBe("401");
});

test("a refused certificate is distinguished from an unreachable site, with the setting that makes it accepted", async () => {
  const server = createServer({ key: testKey, cert: testCertificate }, (_request, response) => void response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const site = siteOf({ url, fetch, timeoutMs: 2_000, clock: { now: () => performance.now() } });
  try {
    await expect(site.get("/", {}, null)).rejects.toMatchObject({
      why: "certificate",
      message: expect.stringMatching(/DEPTH_ZERO_SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/) as string,
    });
  } finally {
    server.close();
  }
});

test("a response without an end, or one that unpacks to gigabytes, is not read further", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
  stand.state.instead = (response) =>
    void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  const before = process.memoryUsage().rss;
  expect(await me(open())).toBe("failing");
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);

  let written = 0;
  stand.state.instead = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = (): void => {
      written += 1;
      if (!response.destroyed) response.write(Buffer.alloc(65_536, " "), () => setImmediate(more));
    };
    more();
  };
  expect(await me(open())).toBe("failing");
  expect(written * 65_536).toBeLessThan(64 * 1024 * 1024);
});

test("callers who only waited behind others do not make a busy site look down", async () => {
  // Long enough for a busy machine: one that does nothing for half of it makes the site silent.
  const site = open(3_000);
  const answers: (() => void)[] = [];
  // Each of the eight that get through takes its time; the site does answer all of them.
  stand.state.before = () => new Promise((resolve) => answers.push(resolve));
  const all = Array.from({ length: 120 }, () => me(site));
  const pump = setInterval(() => answers.shift()?.(), 50);
  const seen = await Promise.all(all);
  clearInterval(pump);
  for (const answer of answers) answer();
  stand.state.before = null;
  // Some were answered; the others failed because no time was left for them.
  expect(new Set(seen)).toEqual(new Set(["401", "slow"]));
  // Later callers are not delayed: the site was never silent.
  expect(await me(site)).toBe("401");
});

test.each([
  ["<br />\n<b>Warning</b>:  Undefined variable $a in <b>/srv/a.php</b> on line <b>3</b><br />\n", 200],
  ["\nDeprecated: Optional parameter before required parameter in /srv/a.php on line 3\n", 200],
  ["<br />\n<b>Notice</b>:  Function was called incorrectly.<br />\n", 401],
])("what PHP prints before an answer is reported as such: %s (%i)", async (printed, status) => {
  stand.state.instead = (response) =>
    void response.writeHead(status, { "content-type": "text/html" }).end(`${printed}{"code":"rest_not_logged_in"}`);
  await expect(open().get("/wp/v2/users/me", {}, null)).rejects.toMatchObject({
    why: "failing",
    message: expect.stringContaining("display_errors=Off"),
  });
});

test("byte order marks that a theme and a plugin put before every answer are no part of it", async () => {
  stand.state.instead = (response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('\ufeff\ufeff\n{"id":1}');
  expect(await me(open())).toBe("200");
});
