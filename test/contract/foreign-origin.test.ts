import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { capabilities } from "#domain/access/capability";

import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";
import { webSession } from "../support/people/web-session.ts";

const HOST = "sms.example.org";
let service: TestService;
let everybody: Credentials;
let session: string;

beforeAll(async () => {
  service = await startTestService(
    { TIDINGS_PUBLIC_URL: "https://public.example.org", TIDINGS_COMPAT: "wpsms" },
    { workerLoops: false },
  );
  everybody = await service.userWith(...capabilities);
  const user = (await service.people.userCalled(everybody.user))!;
  await service.people.changeUser(service.people.operator, user.id, { password: "correct horse battery" });
  const login = { login: everybody.user, password: "correct horse battery" };
  session = `tidings_session=${await webSession(service.people, login)}`;
});
afterAll(() => service.end());

/** What browsers send with a form or a script of another origin, of another host of the domain, or of a sandbox. */
const foreign: readonly Record<string, string>[] = [
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: "https://blog.example.org", "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "brand-new" },
  { origin: "https://evil.example" },
  { origin: "https://evil.example", "sec-fetch-site": "none" },
  { origin: `https://${HOST}.evil.example` },
  { origin: `https://${HOST}:8443` },
  { origin: "null" },
  { origin: "" },
];

/** What our own pages send, and programs. */
const own: readonly Record<string, string>[] = [
  {},
  { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" },
  { origin: `http://${HOST}` },
  { origin: "https://public.example.org" },
  // A proxy that rewrites Host.
  { origin: "https://elsewhere.example", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
];

const pathOf = (path: string): string =>
  path.replaceAll("{uuid}", "00000000-0000-4000-8000-000000000000").replaceAll(/\{\w+\}/g, "999999");
const unsafe = () => service.routes.filter(({ method }) => method !== "GET");
const credentials = (): readonly (readonly [string, Record<string, string>])[] => [
  ["an application password", { authorization: `Basic ${btoa(`${everybody.user}:${everybody.password}`)}` }],
  ["a session", { cookie: session }],
];
const rows = async (): Promise<unknown> => {
  const tables = ["messages", "users", "webhooks", "groups", "subscribers", "schedules"];
  const counts = tables.map((name) => `(select count(*)::int from ${name}) as ${name}`).join(", ");
  return (await service.pool.query(`select ${counts}`)).rows[0];
};

async function codeOf(method: string, path: string, headers: Record<string, string>, body?: string): Promise<string> {
  const init = { method, headers: { host: HOST, ...headers }, ...(body !== undefined && { body }) };
  const response = await service.app.request(`http://127.0.0.1${path}`, init);
  const answer = (await response.json()) as { code?: string; error?: { code?: string } };
  return answer.code ?? answer.error?.code ?? String(response.status);
}

describe("every route that changes something", () => {
  test("refuses what a page of another origin makes a browser do, with any credentials", async () => {
    expect(unsafe().length).toBeGreaterThan(40);
    const before = await rows();
    for (const { method, path } of unsafe()) {
      for (const [name, given] of credentials()) {
        for (const said of foreign) {
          const code = await codeOf(method, `/svc/v1${pathOf(path)}`, { ...given, ...said });
          expect([method, path, name, said, code]).toEqual([method, path, name, said, "foreign_origin"]);
        }
      }
    }
    expect(await rows()).toEqual(before);
  });

  test("accepts the calls of programs and of its own pages", async () => {
    for (const { method, path, access } of unsafe()) {
      const [, password] = credentials()[0]!;
      // A sign-in is for pages alone.
      if (access === "session" || path === "/session/passkey/options") continue;
      for (const said of own) {
        const code = await codeOf(method, `/svc/v1${pathOf(path)}`, { ...password, ...said });
        expect([method, path, said, code]).not.toEqual([method, path, said, "foreign_origin"]);
      }
    }
  });
});

test("a form on another site sends no message with the credentials that a browser knows", async () => {
  const [, password] = credentials()[0]!;
  const form = "message=Hello&numbers=%2B15005550000";
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const before = await rows();
  const evil = { ...password, ...type, ...foreign[0] };
  expect(await codeOf("POST", "/svc/v1/send", evil, form)).toBe("foreign_origin");
  expect(await codeOf("POST", "/wp-json/wpsms/v1/send", evil, form)).toBe("rest_forbidden");
  expect(await rows()).toEqual(before);
  expect(await codeOf("POST", "/svc/v1/send", { ...password, ...type, ...own[1] }, form)).toBe("200");
});

test("a page that is opened from another site may be read: links lead here", async () => {
  const [, password] = credentials()[0]!;
  for (const method of ["GET", "HEAD"]) {
    const headers = { ...password, ...foreign[0] };
    expect((await service.app.request("http://127.0.0.1/svc/v1/messages", { method, headers })).status).toBe(200);
  }
});

test("a foreign page cannot use up a user's tries: its password is not checked", async () => {
  const wrong = { authorization: `Basic ${btoa("admin:wrong")}`, ...foreign[0] };
  for (let index = 0; index < 30; index += 1) {
    expect(await codeOf("POST", "/svc/v1/send", wrong, "{}")).toBe("foreign_origin");
  }
  expect(await codeOf("POST", "/svc/v1/send", { authorization: wrong.authorization }, "{}")).toBe("unauthorized");
});
