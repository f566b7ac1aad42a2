import { afterAll, beforeAll, expect, test } from "vitest";

import { freshDatabase, type TestDatabase } from "../support/database/database.ts";
import { openPeople, type OpenPeople } from "../support/people/people.ts";

let db: TestDatabase;
let site: OpenPeople;
beforeAll(async () => {
  db = await freshDatabase();
  site = await openPeople(db);
});
afterAll(() => db.drop());

test("for a missing page people get a page that runs nothing, and programs the envelope", async () => {
  const ask = (path: string, accept: string | null, method = "GET") =>
    site.app.request(path, { method, headers: accept === null ? {} : { accept } });
  const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const page = await ask("/nowhere", html);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  const text = await page.text();
  expect(text).toContain("There is no page here");
  expect(text).not.toMatch(/<script|style="|onclick/);
  for (const accept of ["application/json", "*/*", null]) {
    const answer = await ask("/nowhere", accept);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, "no_route"]);
  }
  expect(((await (await ask("/svc/v1/nowhere", html)).json()) as { code: string }).code).toBe("no_route");
  expect(((await (await ask("/nowhere", html, "POST")).json()) as { code: string }).code).toBe("no_route");
});

test("icons and the form's script are cached by browsers, and have the declared type", async () => {
  for (const [path, type] of [
    ["/favicon.svg", "image/svg+xml"],
    ["/favicon.ico", "image/x-icon"],
    ["/assets/form.js?v=x", "text/javascript; charset=utf-8"],
  ] as const) {
    const { status, headers } = await site.app.request(path);
    expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
      200,
      type,
      "nosniff",
    ]);
    expect(headers.get("cache-control")).toMatch(/^public, max-age=\d{5,}$/);
  }
});
