import { afterAll, beforeAll, expect, test } from "vitest";

import { examples, type Example } from "../../../scripts/openapi/examples.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

/** JSON that every kind of field has to refuse or to store; numbers are written out, since 1e400 is none here. */
const VALUES = [
  String.raw`"a\u0000b"`,
  String.raw`"a\ud800b"`,
  "1e400",
  "9007199254740993",
  "1.5",
  String.raw`{"a\u0000b":"c","__proto__":{"x":1},"constructor":"c"}`,
];
const MARK = "\u0001";

/** The value with each place in it replaced by the mark, once for each. */
function* places(value: unknown): Generator<unknown> {
  yield MARK;
  if (Array.isArray(value)) {
    for (const [nth, item] of value.entries()) for (const one of places(item)) yield value.with(nth, one);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) for (const one of places(item)) yield { ...value, [name]: one };
  }
}

/** The path with the example's values. */
const filled = (path: string, example: Example): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((example[name] ?? 1) as string | number));

test("no value in any place of a working call is an internal error, whatever its type", async () => {
  const failed: string[] = [];
  let calls = 0;
  for (const { method, path } of service.routes) {
    const example = examples[`${method} ${path}`];
    if (!example || method === "GET" || path.startsWith("/session")) continue;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const url = filled(path, example);
    const body = Object.fromEntries(Object.entries(example).filter(([name]) => !names.includes(name)));
    for (const marked of places(body)) {
      if (marked === MARK) continue;
      for (const value of VALUES) {
        const raw = JSON.stringify(marked).replace(JSON.stringify(MARK), () => value);
        const answer = await service.call(method, url, undefined, { raw });
        calls += 1;
        if (answer.status >= 500) failed.push(`${answer.status} ${method} ${path} ${raw.slice(0, 300)}`);
      }
    }
  }
  expect(failed).toEqual([]);
  expect(calls).toBeGreaterThan(1_000);
});

test("no value in a path or a query is an internal error", async () => {
  const failed: string[] = [];
  const values = [
    "a%00b",
    "%ED%A0%80",
    "1e400",
    "-1",
    "99999999999999999999",
    "%2e%2e%2f",
    "x".repeat(5_000),
    "%F0%9F%98%80",
    "",
  ];
  for (const route of service.routes) {
    const example = examples[`${route.method} ${route.path}`] ?? {};
    for (const [, name] of route.path.matchAll(/\{(\w+)\}/g)) {
      for (const value of values) {
        const url = filled(
          route.path.replace(`{${name}}`, () => value),
          example,
        );
        const answer = await service.call(route.method, url, route.method === "GET" ? undefined : {});
        if (answer.status >= 500) failed.push(`${answer.status} ${route.method} ${url.slice(0, 300)}`);
      }
    }
    if (route.method !== "GET") continue;
    for (const name of Object.keys(route.input.shape)) {
      for (const value of values) {
        const url = `${filled(route.path, example)}?${name}=${value}`;
        if (/events|stream|live/.test(route.path)) continue;
        const answer = await service.call("GET", url);
        if (answer.status >= 500) failed.push(`${answer.status} ${url.slice(0, 300)}`);
      }
    }
  }
  expect(failed).toEqual([]);
});
