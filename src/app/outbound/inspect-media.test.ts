import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { inspectMedia } from "./inspect-media.ts";
import { createOutbound } from "./outbound.ts";

let server: Server;
let base: string;
const allowed = createOutbound({ allow: ["127.0.0.0/8"] });
const strict = createOutbound({ allow: [] });
const methods: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    methods.push(request.method!);
    const [, status = "200", type = "", length = ""] = request.url!.split("|").map(decodeURIComponent);
    if (status === "hang") return;
    response.writeHead(Number(status), {
      ...(type !== "" && { "content-type": type }),
      ...(length !== "" && { "content-length": length }),
      ...(status === "302" && { location: "/|200|image/png" }),
    });
    response.end();
  });
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

test("a private address is not checked, and one that hangs is abandoned after two seconds", async () => {
  const before = methods.length;
  expect(await inspectMedia(strict.fetch)(`${base}|200|image/png`)).toBeNull();
  expect(methods.length).toBe(before);
  expect(await inspect("|hang")).toBeNull();
});
