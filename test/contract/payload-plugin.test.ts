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

test("the plugin for Payload refuses customers whose ids are text: they could not be read one page after the other", async () => {
  const addresses = { slug: "addresses", fields: [{ name: "phone", type: "text" }] };
  const { custom } = tidings({ capabilities: {} })({ collections: [users, addresses] }) as unknown as {
    readonly custom: { readonly tidings: { start(payload: object): Promise<unknown> } };
  };
  const start = (collections: object): Promise<unknown> =>
    custom.tidings.start({ db: { defaultIDType: "number" }, collections });
  await expect(start({ addresses: { customIDType: "text" } })).rejects.toThrow(
    /documents of addresses have text as ids/,
  );
  await expect(start({ users: { customIDType: "text" } })).rejects.toThrow(/documents of users have text as ids/);
});
