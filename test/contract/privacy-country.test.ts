import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
});
afterAll(() => service.end());

const mobile = "0664 1234567";

test("a number without a plus belongs to the named country, and to the site's only if none is named", async () => {
  const of = async (route: string, fields: object) =>
    (await service.call("POST", `/privacy/${route}`, { mobile, ...fields })).body.data.mobile;
  for (const route of ["search", "export"]) {
    expect(await of(route, { country: "AT" })).toBe("+436641234567");
    expect(await of(route, { country: "at" })).toBe("+436641234567");
    expect(await of(route, {})).toBe("+496641234567");
  }
  for (const route of ["search", "export", "delete"])
    // The United Kingdom is GB: read as the site's own country, it would be another person's number.
    for (const country of ["UK", "XX", "Austria"]) {
      const { status, body } = await service.call("POST", `/privacy/${route}`, {
        mobile,
        country,
        ...(route === "delete" && { confirm: true }),
      });
      expect([route, country, status, Object.keys(body.data.params ?? {})]).toEqual([route, country, 400, ["country"]]);
    }
});

test("a number that reads differently in the site's country erases nobody else", async () => {
  for (const number of ["+436641234568", "+496641234568"])
    await service.call("POST", "/newsletter", { name: number, mobile: number, double_opt_in: false });
  await service.call("POST", "/privacy/delete", { mobile: "0664 1234568", country: "AT", confirm: true });
  const { items } = (await service.call("GET", "/subscribers?search=6641234568")).body.data;
  expect(items.map((one: { mobile: string }) => one.mobile)).toEqual(["+496641234568"]);
});
