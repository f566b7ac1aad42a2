import { execFileSync } from "node:child_process";
import { createSecretKey } from "node:crypto";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { callText, isSignature, sign, signInAnswerText, signInRequestText, urlText } from "#hosts/wordpress/signature";

import { wordpressMissing } from "../../support/wordpress/missing.ts";
import vectors from "../../support/wordpress/vectors.json" with { type: "json" };

if (wordpressMissing) process.stdout.write(`skipped: the companion's signatures in PHP (${wordpressMissing})\n`);

const key = createSecretKey(Buffer.from(vectors.secret, "base64url"));

describe("the service's side of the signatures", () => {
  test.each(vectors.calls)("agrees about $name", ({ purpose, encoded, body, headers, signature, ...call }) => {
    // Values arrive over the wire as bytes, and as one letter for each byte.
    const sent = Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Buffer.from(value).toString("latin1"),
    ]);
    const text = callText({
      ...call,
      header: (name) => sent.find(([one]) => one === name)?.[1] ?? null,
      purpose: purpose as "tidings-principal-v2",
      principal: encoded,
      body: Buffer.from(body),
    });
    expect(sign(text, key)).toBe(signature);
    expect(isSignature(signature, text, key)).toBe(true);
    expect(isSignature(signature, `${text} `, key)).toBe(false);
  });

  test.each(vectors.urls)("agrees about the address of $name", ({ method, target, expires, encoded, signature }) => {
    expect(sign(urlText(method, target, expires, encoded), key)).toBe(signature);
  });
});

test.each(vectors.signIns)("the service agrees about $name", (one) => {
  const attempt = { state: one.state, returnTo: one.return };
  expect(sign(signInRequestText(attempt, one.expires), key)).toBe(one.request);
  expect(sign(signInAnswerText(attempt, one.until, one.encoded), key)).toBe(one.answer);
});

describe.skipIf(wordpressMissing)("the companion's side of the signatures", () => {
  const script = fileURLToPath(new URL("../../support/wordpress/vectors.php", import.meta.url));
  const made = wordpressMissing
    ? null
    : (JSON.parse(execFileSync("php", [script], { maxBuffer: 1 << 20 }).toString()) as {
        calls: Record<string, string>[];
        urls: string[];
        refused: boolean[];
        signIns: [boolean, boolean, string][];
        nonce: string;
      });

  test("agrees about every call", () => {
    expect(made!.calls).toEqual(
      vectors.calls.map(({ encoded, timestamp, nonce, signature }) => ({
        "X-Tidings-Timestamp": timestamp,
        "X-Tidings-Nonce": nonce,
        "X-Tidings-Signature": signature,
        ...(encoded !== "" && { "X-Tidings-Principal": encoded }),
      })),
    );
  });

  test("agrees about every address", () => {
    expect(made!.urls).toEqual(vectors.urls.map(({ signed }) => signed));
  });

  test("agrees about every sign-in, and signs none for an address that the service did not sign", () => {
    expect(made!.signIns).toEqual(
      vectors.signIns.map(({ state, return: back, until, encoded, answer }) => [
        true,
        false,
        `${back}?tidings_state=${state}&tidings_expires=${until}&tidings_principal=${encoded}&tidings_signature=${answer.replace("=", "%3D")}`,
      ]),
    );
  });

  test("accepts no invalid secret", () => {
    expect(made!.refused).toEqual(made!.refused.map(() => true));
    expect(made!.nonce).toMatch(/^[\w-]{22}$/);
  });
});
