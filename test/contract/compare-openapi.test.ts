import { expect, test } from "vitest";

import { endpoints, type EndpointDeps } from "#api/v1/index";

import { openApiDocument } from "../../scripts/openapi.ts";
import { breaks } from "../../scripts/openapi/compare.ts";

const made = JSON.stringify(openApiDocument(endpoints({} as EndpointDeps), "0.0.0"));
const current = (): any => JSON.parse(made);
/** Compared with, and never changed: reading it takes 15 ms. */
const before = current();
const body = (document: any) => document.components.schemas.SendMessageBody;
const reply = (document: any) => document.components.schemas.SendResult;
const categories = (document: any) => document.components.schemas.MessageCategory.enum;

test("a description is compatible with itself", () => {
  expect(breaks(current(), current())).toEqual([]);
});

test.each<[string, (document: any) => void]>([
  ["a route", (d) => (d.paths["/new"] = d.paths["/send"])],
  ["a method", (d) => (d.paths["/send"].get = d.paths["/users"].get)],
  ["an optional parameter", (d) => (body(d).properties.more = { type: "string" })],
  ["an optional query parameter", (d) => d.paths["/users"].get.parameters.push({ name: "x", in: "query", schema: {} })],
  ["a higher limit", (d) => (body(d).properties.numbers.anyOf[1].maxItems = 50_000)],
  ["no limit at all", (d) => delete body(d).properties.message.maxLength],
  ["a word that is taken", (d) => categories(d).push("alert")],
  [
    "another form that is taken",
    (d) => (body(d).properties.flash = { anyOf: [{ type: "boolean" }, { type: "integer" }] }),
  ],
  ["a body that need not come", (d) => (d.paths["/users/{id}"].delete.requestBody = d.paths["/send"].post.requestBody)],
  [
    "more beside what a schema says",
    (d) => {
      const { schema } = d.paths["/send"].post.responses["200"].content["application/json"];
      schema.properties.data.allOf.push({ type: "object", properties: { cost: {} } });
    },
  ],
  ["a field of a reply", (d) => (reply(d).properties.cost = { type: "number" })],
  ["a state that is given", (d) => reply(d).properties.state.enum.push("scheduled")],
  [
    "a name for what was spelled out",
    (d) => {
      d.components.schemas.Text = body(d).properties.message;
      body(d).properties.message = { $ref: "#/components/schemas/Text" };
    },
  ],
  ["another order", (d) => (d.paths = Object.fromEntries(Object.entries(d.paths).toReversed()))],
])("%s is an addition", (_what, change) => {
  const next = current();
  change(next);
  expect(breaks(before, next)).toEqual([]);
});

test.each<[string, (document: any) => void, RegExp]>([
  ["a route", (d) => delete d.paths["/send"], /POST \/send is gone/],
  ["a parameter", (d) => delete body(d).properties.flash, /flash is gone/],
  [
    "a parameter of a body that now adds to a named one",
    (d) => {
      const { flash: _flash, ...properties } = body(d).properties;
      d.components.schemas.Base = { ...body(d), properties };
      d.components.schemas.SendMessageBody = { allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object" }] };
    },
    /flash is gone/,
  ],
  ["a query parameter", (d) => d.paths["/users"].get.parameters.splice(0, 1), /gone from the query/],
  ["a field of a reply", (d) => delete reply(d).properties.segments, /segments is gone/],
  ["the certainty of a field", (d) => reply(d).required.splice(0, 1), /not always there/],
  ["a type that is taken", (d) => (body(d).properties.message.type = "integer"), /was string and is integer/],
  ["a type that is given", (d) => (reply(d).properties.segments.type = "string"), /was integer and is string/],
  [
    "that a field is never null",
    (d) => (reply(d).properties.segments.type = ["integer", "null"]),
    /integer and is null/,
  ],
  ["freedom", (d) => (body(d).required = ["message"]), /message is required now/],
  ["room", (d) => (body(d).properties.numbers.anyOf[1].maxItems = 10), /lower maxItems/],
  ["a word", (d) => categories(d).pop(), /does not take otp/],
  ["any word", (d) => (body(d).properties.message.enum = ["a"]), /does not take other words/],
  ["a form", (d) => (body(d).properties.group_ids = body(d).properties.users), /group_ids/],
  ["a pattern", (d) => (body(d).properties.message.pattern = "^a"), /another pattern/],
  ["a depth", (d) => delete d.components.schemas.RepeatFields.properties.interval.properties.unit, /unit is gone/],
  [
    "a status",
    (d) => (d.paths["/send"].post.responses = { 201: d.paths["/send"].post.responses["200"] }),
    /answers 201/,
  ],
])("removing %s is detected", (_what, change, sentence) => {
  const next = current();
  change(next);
  expect(breaks(before, next).join("\n")).toMatch(sentence);
});
