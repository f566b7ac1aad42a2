import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";

let service: TestService;
let author: Credentials;
let colleague: Credentials;
let reader: Credentials;
let id: string;

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  author = await service.userWith("svc_sendsms");
  colleague = await service.userWith("svc_sendsms");
  reader = await service.userWith("svc_sendsms", "svc_outbox");
  const body = { message: "Between us", numbers: ["+15005550000"] };
  id = (await service.call("POST", "/send", body, { as: author })).body.data.message_id;
});
afterAll(() => service.end());

/** The text of the message as every call that shows it returns it. */
async function shown(as: Credentials): Promise<unknown[]> {
  const list = await service.call("GET", "/messages", undefined, { as });
  const one = await service.call("GET", `/messages/${id}`, undefined, { as });
  const commands = [
    await service.call("PATCH", `/messages/${id}`, { rate_per_minute: 60 }, { as }),
    await service.call("POST", `/messages/${id}/pause`, {}, { as }),
    await service.call("POST", `/messages/${id}/resume`, {}, { as }),
  ];
  return [list.body.data.items[0].message, one.body.data.message, ...commands.map(({ body }) => body.data.message)];
}

test("a text is read by its sender and by users who may read the log; others see only its progress", async () => {
  expect(new Set(await shown(author))).toEqual(new Set(["Between us"]));
  expect(new Set(await shown(reader))).toEqual(new Set(["Between us"]));
  expect(new Set(await shown(colleague))).toEqual(new Set(["[hidden]"]));
  const others = await service.call("GET", `/messages/${id}`, undefined, { as: colleague });
  expect(others.body.data).toMatchObject({ message_id: id, state: "running", recipients: { accepted: 1 } });
  expect(JSON.stringify(others.body)).not.toContain("Between us");
});
