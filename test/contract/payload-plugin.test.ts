import { expect, test } from "vitest";

import { tidings } from "../../packages/payload/src/index.ts";

const users = { slug: "users", fields: [{ name: "phone", type: "text" }] };

test("the plugin for Payload refuses users without the time of their creation, by which a reused id is noticed", () => {
  const plugin = tidings({ capabilities: {} });
  expect(() => plugin({ collections: [{ ...users, timestamps: false }] })).toThrow(
    /collection users has `timestamps: false`/,
  );
  expect(() => plugin({ collections: [users] })).not.toThrow();
});
