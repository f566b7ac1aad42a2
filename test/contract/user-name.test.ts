import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

test("the name of a user is shown to those who read the log, the settings or the users, and to nobody else", async () => {
  const { id, name } = (await service.people.userCalled("admin"))!;
  const shown = (as: { user: string; password: string }, of: number = id) =>
    service.call("GET", `/users/${of}/name`, undefined, { as });
  for (const capability of ["svc_outbox", "svc_setting", "svc_users"] as const) {
    expect((await shown(await service.userWith(capability))).body.data).toEqual({ id, name });
  }
  const sender = await service.userWith("svc_sendsms", "svc_inbox", "svc_subscribers");
  expect((await shown(sender)).body).toMatchObject({ code: "forbidden" });
  expect((await shown(service.admin, 987_654)).status).toBe(404);
});
