import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { inspectMedia } from "./inspect-media.ts";
import { createOutbound } from "./outbound.ts";

let server: Server;
let base: string;
const allowed = createOutbound({ allow: ["127.0.0.0/8"] });
const strict = createOutbound({ allow: [] });
const methods: string[] = [];
/** Requests that are being answered, and how many there were at most. */
let [open, most] = [0, 0];

beforeAll(async () => {
  server = createServer((request, response) => {
    methods.push(request.method!);
    open += 1;
    most = Math.max(most, open);
    response.on("close", () => (open -= 1));
    const [, status = "200", type = "", length = ""] = request.url!.split("|").map(decodeURIComponent);
    if (status === "hang") return;
    // Those that arrive together are answered together.
    setTimeout(() => answer(response, status, type, length), 10);
  });
  const answer = (response: ServerResponse, status: string, type: string, length: string): void => {
    response.writeHead(Number(status), {
      ...(type !== "" && { "content-type": type }),
      ...(length !== "" && { "content-length": length }),
      ...(status === "302" && { location: "/|200|image/png" }),
    });
    response.end();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await allowed.close();
  await strict.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const inspect = (path: string) => inspectMedia(allowed.fetch)(`${base}${path}`);

test("an address reveals type and size without a download of the file", async () => {
  expect(await inspect("|200|Image/PNG; charset=x|70000")).toEqual({ gone: false, type: "image/png", bytes: 70_000 });
  expect(await inspect("|200|application/octet-stream")).toEqual({ gone: false, type: null, bytes: null });
  expect(await inspect("|200|nonsense")).toMatchObject({ type: null });
  expect(new Set(methods)).toEqual(new Set(["HEAD"]));
});

test("404 and 410 mean that the file does not exist; any other failure is inconclusive", async () => {
  expect(await inspect("|404")).toMatchObject({ gone: true });
  expect(await inspect("|410")).toMatchObject({ gone: true });
  for (const status of ["302", "403", "405", "500"]) expect(await inspect(`|${status}`), status).toBeNull();
});

test("a batch asks once for a file that all of its messages have, and not for all files of a host at once", async () => {
  const before = methods.length;
  const check = inspectMedia(allowed.fetch);
  const same = await Promise.all(Array.from({ length: 1_000 }, () => check(`${base}|200|image/gif`)));
  expect(new Set(same.map((one) => one?.type))).toEqual(new Set(["image/gif"]));
  expect(methods.length - before).toBe(1);
  most = 0;
  const each = await Promise.all(Array.from({ length: 200 }, (_, nth) => check(`${base}|200|image/png|${nth}`)));
  expect(each.map((one) => one?.bytes)).toEqual(Array.from({ length: 200 }, (_, nth) => nth));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(16);
});

test("files of a host that hangs are abandoned together, and none after another", async () => {
  const began = performance.now();
  const check = inspectMedia(allowed.fetch);
  const looks = await Promise.all(Array.from({ length: 100 }, (_, nth) => check(`${base}|hang|${nth}`)));
  expect(new Set(looks)).toEqual(new Set([null]));
  // One after another, the seven turns would take 14 s.
  expect(performance.now() - began).toBeLessThan(12_000);
});

test("a private address is not checked, and one that hangs is abandoned after two seconds", async () => {
  const before = methods.length;
  expect(await inspectMedia(strict.fetch)(`${base}|200|image/png`)).toBeNull();
  expect(methods.length).toBe(before);
  expect(await inspect("|hang")).toBeNull();
});
