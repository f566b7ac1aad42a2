import { readFileSync } from "node:fs";
import { join } from "node:path";

import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";

import { variableValues } from "#contract/send";

import { portablePattern } from "../../scripts/openapi/portable-pattern.ts";

const description = readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8");

/** What Redocly's rules find, as sentences. Warnings count. */
async function problemsOf(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      "no-invalid-parameter-examples": "error",
      "no-invalid-media-type-examples": "error",
      "no-invalid-schema-examples": "error",
      "spec-strict-refs": "error",
      "operation-operationId-url-safe": "error",
      "no-ambiguous-paths": "off",
      // The project names none.
      "info-license": "off",
    },
  });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

test("openapi.json passes Redocly's rules", async () => {
  expect(await problemsOf(description)).toEqual([]);
});

test("an example that violates its schema, and a broken reference, do not pass them", async () => {
  const broken = JSON.parse(description);
  // Of two paths and what they refer to: all of it takes as long as the test above.
  const { "/send": send, "/messages/{id}": message } = broken.paths;
  broken.paths = { "/send": send, "/messages/{id}": message };
  broken.paths["/send"].post.requestBody.content["application/json"].example = { message: 5 };
  broken.paths["/send"].post.responses["400"] = { $ref: "#/components/responses/Nowhere" };
  broken.paths["/messages/{id}"].get.parameters[0].example = 5;
  const found = await problemsOf(JSON.stringify(broken));
  expect(found).toContainEqual(expect.stringContaining("no-invalid-media-type-examples at #/paths/~1send/post"));
  expect(found).toContainEqual(expect.stringContaining("no-invalid-parameter-examples at #/paths/~1messages"));
  expect(found).toContainEqual(expect.stringContaining("no-unresolved-refs"));
});

test("patterns are of the kind that the regular expressions of every language can read", () => {
  const patterns: string[] = [];
  JSON.parse(description, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") patterns.push(value);
    return value;
  });
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((one) => /\\[pPuUx]\{|\(\?[<!=]/.test(one))).toEqual([]);
});

test("the pattern of a variable's name accepts every name that the service accepts, and refuses other ASCII", () => {
  const portable = new RegExp(portablePattern("^[\\p{L}_][\\p{L}\\p{N}_]*$"));
  const characters = [..."AZaz_09", "ß", "ñ", "ن", "٣", "名", "𝒳", ..."^`[]{}@/: -.!~\\\u007f\n"];
  for (const one of characters) {
    for (const name of [one, `a${one}`]) {
      const isAccepted = variableValues.safeParse({ [name]: "x" }).success;
      const isAscii = [...name].every((sign) => sign.codePointAt(0)! < 128);
      if (isAccepted || isAscii) expect(portable.test(name), JSON.stringify(name)).toBe(isAccepted);
    }
  }
});
