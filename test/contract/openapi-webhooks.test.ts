import { readFileSync } from "node:fs";
import { join } from "node:path";

import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { webhookPayload } from "#domain/webhooks/payload";
import { webhookTypes } from "#domain/webhooks/types";
import type { Uuid } from "#lib/ids";

import { closed } from "../support/contract/closed-schema.ts";

const description = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8"));
const ajv = new Ajv2020({ strict: false, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "openapi", ...closed(description) });

const messageId = "01970000-0000-7000-8000-000000000001" as Uuid;
const groups = [{ id: 1, name: "News", state: "active" }];
const full = {
  id: 12,
  gateway: "main",
  segments: 2,
  error: "absent",
  response: "no such",
  sender: "Shop",
  recipients: 3,
  category: "marketing",
  message: "Sale",
  media: [],
  name: "Ada",
  groups,
  customFields: { City: "Bonn" },
  text: "x".repeat(30_000),
  recipient: "4242",
  keyword: "STOP",
};

test("every type of webhook is described", () => {
  expect(Object.keys(description.webhooks).toSorted()).toEqual(webhookTypes.toSorted());
});

test.each(webhookTypes.flatMap((type) => [[type, full] as const, [type, {}] as const]))(
  "what %s sends matches its schema, with data and without",
  (kind, data) => {
    const event = { id: 7, at: new Date(0), kind, messageId, category: "marketing", phone: "+491", data } as const;
    const { $ref } = description.webhooks[kind].post.requestBody.content["application/json"].schema;
    const validate = ajv.getSchema(`openapi${$ref}`)!;
    expect([validate(JSON.parse(webhookPayload(event))), validate.errors]).toEqual([true, null]);
  },
);
