import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { capabilities, type Capability } from "#domain/access/capability";

import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";

let service: TestService;
const holders = new Map<Capability, Credentials>();
let nobody: Credentials;
let everybody: Credentials;

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  for (const capability of capabilities) holders.set(capability, await service.userWith(capability));
  nobody = await service.userWith();
  everybody = await service.userWith(...capabilities);
});
afterAll(() => service.end());

/** A path in which each parameter has a value that does not exist. */
function pathOf(path: string): string {
  // A caller who introspects a password reads their own.
  if (path.endsWith("/introspect")) return path.replace("{id}", "me");
  return path.replaceAll("{uuid}", "00000000-0000-4000-8000-000000000000").replaceAll(/\{\w+\}/g, "999999");
}

/** Whether a route serves a path: `/users/{id}` serves `/users/me` too. */
function matches(route: string, path: string): boolean {
  const parts = route.split("/");
  const given = path.split("/");
  return parts.length === given.length && parts.every((part, index) => part === given[index] || part.startsWith("{"));
}

/**
 * What a permitted call may answer: anything but a refusal of the caller. A sign-in refuses calls that do not come from
 * a page of ours.
 */
const isRefused = ({ status, body }: { status: number; body: { code: string } }): boolean =>
  status === 401 || (status === 403 && body.code !== "foreign_origin");

describe("every route", () => {
  test("refuses a call without credentials, and says how to send them", async () => {
    for (const route of service.routes) {
      const answer = await service.call(route.method, pathOf(route.path), route.method === "GET" ? undefined : {}, {
        as: null,
      });
      const name = `${route.method} ${route.path}`;
      if (route.access === "public") expect(isRefused(answer), name).toBe(false);
      else {
        expect([name, answer.status, answer.body.code]).toEqual([name, 401, "unauthorized"]);
        expect(answer.headers.get("www-authenticate"), name).toMatch(/^Basic /);
      }
    }
  });

  test("refuses a wrong password, and the web password", async () => {
    const route = service.routes.find((one) => one.access === "svc_sendsms")!;
    for (const password of ["wrong", "", "A".repeat(24)]) {
      const answer = await service.call(route.method, pathOf(route.path), {}, { as: { user: "admin", password } });
      expect([answer.status, answer.body.code]).toEqual([401, "unauthorized"]);
    }
  });

  test("requires the one capability it names, and no other", async () => {
    for (const route of service.routes) {
      if (!(capabilities as readonly string[]).includes(route.access)) continue;
      for (const [capability, as] of holders) {
        const answer = await service.call(route.method, pathOf(route.path), route.method === "GET" ? undefined : {}, {
          as,
        });
        const name = `${route.method} ${route.path} with ${capability}`;
        if (capability === route.access) {
          const isRefusal =
            answer.status === 401 || (answer.status === 403 && answer.body.data.capability !== undefined);
          expect(isRefusal, `${name}: ${answer.status} ${answer.body.message}`).toBe(false);
        } else expect([name, answer.status, answer.body.code]).toEqual([name, 403, "forbidden"]);
      }
    }
  });

  test("refuses a user without any capability", async () => {
    for (const route of service.routes) {
      if (["public", "user"].includes(route.access)) continue;
      const answer = await service.call(route.method, pathOf(route.path), route.method === "GET" ? undefined : {}, {
        as: nobody,
      });
      expect([route.path, answer.status]).toEqual([route.path, 403]);
    }
  });

  test("permits a user with all capabilities, except if only a session counts", async () => {
    for (const route of service.routes) {
      const answer = await service.call(route.method, pathOf(route.path), route.method === "GET" ? undefined : {}, {
        as: everybody,
      });
      const name = `${route.method} ${route.path}`;
      expect([name, answer.status === 401 || (isRefused(answer) && route.access !== "session")]).toEqual([name, false]);
    }
  });

  test("answers another method with 405 and the ones it accepts", async () => {
    for (const path of new Set(service.routes.map((route) => route.path))) {
      const same = service.routes.filter((route) => matches(route.path, path));
      const taken = new Set<string>(same.map((route) => route.method));
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !taken.has(one))) {
        const answer = await service.call(method, pathOf(path));
        expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 405, "method_not_allowed"]);
        for (const one of taken) expect(answer.headers.get("allow")).toContain(one);
      }
    }
  });
});

test("a route that is called without the base path is 404, and the message has its address", async () => {
  const said = async (method: string, path: string): Promise<string> => {
    const response = await service.app.request(path, { method });
    expect(response.status).toBe(404);
    return ((await response.json()) as { message: string }).message;
  };
  expect(await said("POST", "/send")).toBe("There is nothing at /send. Did you mean /svc/v1/send?");
  expect(await said("GET", "/messages/msg_1/progress")).toMatch(/Did you mean \/svc\/v1\/messages\/msg_1\/progress\?$/);
  expect(await said("GET", "/nowhere")).toBe("There is nothing at /nowhere.");
});

test("an unknown path is 404 in the envelope, with and without credentials", async () => {
  for (const as of [null, everybody]) {
    const answer = await service.call("GET", "/nowhere", undefined, { as });
    expect(answer.body).toMatchObject({
      status: "error",
      code: "no_route",
      error: { code: 404 },
      data: { status: 404 },
    });
  }
});

test("a trailing slash is the same route", async () => {
  expect((await service.call("POST", "/send/", {})).body.code).toBe("invalid_parameter");
});
