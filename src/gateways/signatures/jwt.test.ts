import { describe, expect, test } from "vitest";

import { webToken } from "../../../test/support/providers/provider-call.ts";
import { readJwt } from "./jwt.ts";

describe("a JSON Web Token", () => {
  // The example of https://jwt.io
  const example =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ" +
    ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";

  test("gives its claims to a reader that has the secret", async () => {
    expect(await readJwt(example, "your-256-bit-secret", 0)).toEqual({
      sub: "1234567890",
      name: "John Doe",
      iat: 1516239022,
    });
    expect(await readJwt(example, "your-256-bit-Secret", 0)).toBeNull();
  });

  test.each([
    ["HS384", "sha384"],
    ["HS512", "sha512"],
  ])("may be signed by %s", async (alg, hash) => {
    expect(await readJwt(webToken({ a: 1 }, "k", alg, hash), "k", 0)).toEqual({ a: 1 });
    expect(await readJwt(webToken({ a: 1 }, "k", alg, "sha256"), "k", 0)).toBeNull();
  });

  test("ends with exp and begins with nbf, give or take five seconds", async () => {
    const made = webToken({ nbf: 1_000, exp: 2_000 }, "k");
    const good = async (seconds: number): Promise<boolean> => (await readJwt(made, "k", seconds * 1_000)) !== null;
    expect(await Promise.all([994, 995, 1_500, 2_004, 2_005].map(good))).toEqual([false, true, true, true, false]);
  });

  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}.`;
  test.each([
    ["nothing", ""],
    ["an unsigned one", unsigned],
    ["an unsigned one with a signature", `${unsigned}AAAA`],
    ["an unknown algorithm", webToken({}, "k", "RS256")],
    ["the name of something every object has", webToken({}, "k", "constructor")],
    ["a changed claim", example.replace("eyJzdWIi", "eyJzdWJi")],
    ["four parts", `${example}.x`],
    ["a claim of another kind", webToken({ exp: "never" }, "k")],
    ["claims that are none", webToken(null as unknown as object, "k")],
    ["half of one", example.slice(0, 60)],
  ])("refuses %s", async (_what, given) => {
    expect(await readJwt(given, "k", 0)).toBeNull();
  });

  test("without a secret no signature is valid", async () => {
    expect(await readJwt(webToken({}, ""), "", 0)).toBeNull();
  });
});
