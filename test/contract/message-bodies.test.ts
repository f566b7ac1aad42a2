import { afterAll, beforeAll, expect, test } from "vitest";

import { startHouse, type Credentials, type TestHouse } from "../support/service/house.ts";

let house: TestHouse;
let author: Credentials;
let colleague: Credentials;
let reader: Credentials;
let id: string;

beforeAll(async () => {
  house = await startHouse({}, { machines: false });
  author = await house.userWith("svc_sendsms");
  colleague = await house.userWith("svc_sendsms");
  reader = await house.userWith("svc_sendsms", "svc_outbox");
  const body = { message: "Between us", numbers: ["+15005550000"] };
  id = (await house.call("POST", "/send", body, { as: author })).body.data.message_id;
});
afterAll(() => house.end());

/** What every call that shows a message says of its text. */
async function shown(as: Credentials): Promise<unknown[]> {
  const list = await house.call("GET", "/messages", undefined, { as });
  const one = await house.call("GET", `/messages/${id}`, undefined, { as });
  const commands = [
    await house.call("PATCH", `/messages/${id}`, { rate_per_minute: 60 }, { as }),
    await house.call("POST", `/messages/${id}/pause`, {}, { as }),
    await house.call("POST", `/messages/${id}/resume`, {}, { as }),
  ];
  return [list.body.data.items[0].message, one.body.data.message, ...commands.map(({ body }) => body.data.message)];
}

test("a text is read by who sent it and by whoever may read the log; of others one sees how far it is", async () => {
  expect(new Set(await shown(author))).toEqual(new Set(["Between us"]));
  expect(new Set(await shown(reader))).toEqual(new Set(["Between us"]));
  expect(new Set(await shown(colleague))).toEqual(new Set(["[hidden]"]));
  const others = await house.call("GET", `/messages/${id}`, undefined, { as: colleague });
  expect(others.body.data).toMatchObject({ message_id: id, state: "running", recipients: { accepted: 1 } });
  expect(JSON.stringify(others.body)).not.toContain("Between us");
});
