import { expect, test } from "vitest";

import { begunSignIn, ownPath, signInCookie } from "./sign-in-cookie.ts";

const client = { ip: "203.0.113.9", confidential: true, encrypted: false, host: "sms.example" };

test("a path of this service is none that a browser reads as the name of a host", () => {
  const foreign = [
    "//evil.example",
    "/.//evil.example/",
    "/outbox/..//evil.example",
    "/%2e//evil.example/x",
    "/\t/evil",
  ];
  for (const path of foreign) expect([path, ownPath(path)]).toEqual([path, "/"]);
  for (const path of ["/outbox?status=failed", "/groups//7"]) expect(ownPath(path)).toBe(path);
});

test("nor is one that was put into the cookie", () => {
  const [cookie] = signInCookie({ state: "s".repeat(22), next: "/.//evil.example/" }, client).split(";");
  const request = new Request("https://sms.example/sign-in/return", { headers: { cookie: cookie! } });
  expect(begunSignIn(request, client)).toEqual({ state: "s".repeat(22), next: "/" });
});
