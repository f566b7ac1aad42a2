import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
});
afterAll(() => service.end());

let next = 830_000;
const freshPhone = (): string => numbers(1, (next += 1))[0]!;
const waiting = (): Promise<number> => sessionsWaiting(service.pool);

/** Has `write` wait for a subscriber's row after it has read the definitions, and `define` begin meanwhile. */
async function between<A, B>(phone: string, write: () => Promise<A>, define: () => Promise<B>): Promise<[A, B]> {
  const holder = await service.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from subscribers where phone = $1 for update", [phone]);
    const written = write();
    await eventually(async () => (await waiting()) === 1);
    let defined = false;
    const definition = define().finally(() => (defined = true));
    await eventually(async () => defined || (await waiting()) === 2);
    await holder.query("commit");
    return await Promise.all([written, definition]);
  } finally {
    holder.release(true);
  }
}

describe("a value that is being stored while its field changes", () => {
  const known = async (custom: object = {}): Promise<{ mobile: string; id: number }> => {
    const mobile = freshPhone();
    const added = { name: "Ada", mobile, double_opt_in: false, custom_fields: custom };
    return { mobile, id: (await service.call("POST", "/subscribers", added)).body.data.id };
  };
  const store = (mobile: string, custom: object) => () =>
    service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: false, custom_fields: custom });

  test("keeps the field from being deleted", async () => {
    await service.call("POST", "/fields", { key: "car", type: "number" });
    const { mobile, id } = await known();
    const [written, deleted] = await between(mobile, store(mobile, { car: "4" }), () =>
      service.call("DELETE", "/fields/car"),
    );
    expect([written.status, deleted.status, deleted.body.code]).toEqual([200, 409, "conflict"]);
    expect((await service.call("GET", `/subscribers/${id}`)).body.data.custom_fields).toEqual({ car: 4 });
    expect((await service.call("GET", "/fields/car")).status).toBe(200);
  });

  test("keeps its choice from being removed", async () => {
    await service.call("POST", "/fields", { key: "side", type: "choice", choices: ["left", "right"] });
    const { mobile, id } = await known();
    const [written, changed] = await between(mobile, store(mobile, { side: "left" }), () =>
      service.call("PATCH", "/fields/side", { choices: ["right"] }),
    );
    expect([written.status, changed.status, changed.body.code]).toEqual([200, 409, "conflict"]);
    const person = (await service.call("GET", `/subscribers/${id}`)).body.data;
    expect((await service.call("PATCH", `/subscribers/${id}`, { custom_fields: person.custom_fields })).status).toBe(
      200,
    );
  });

  test("of a bulk action or an import that is not finished keeps the field and its choices, and an archive does not wait", async () => {
    await service.call("POST", "/fields", { key: "tier", type: "choice", choices: ["one", "two"] });
    const { id } = await known();
    const action = { action: "set_field", field: "tier", value: "one", ids: [id] };
    const job = (await service.call("POST", "/subscribers/bulk", action)).body.data.id;
    const drop = () => service.call("DELETE", "/fields/tier");
    expect([(await drop()).status, (await drop()).body.code]).toEqual([409, "conflict"]);
    expect((await service.call("PATCH", "/fields/tier", { choices: ["two"] })).status).toBe(409);
    expect((await service.call("PATCH", "/fields/tier", { archived: true })).status).toBe(200);
    expect((await service.call("POST", `/jobs/${job}/cancel`)).status).toBe(200);
    const file = { raw: `phone,field:tier\n${freshPhone()},two\n`, headers: { "content-type": "text/csv" } };
    const started = (await service.call("POST", "/imports", undefined, file)).body.data.job.id;
    expect((await drop()).status).toBe(409);
    expect((await service.call("POST", `/jobs/${started}/cancel`)).status).toBe(200);
    expect((await drop()).status).toBe(200);
  });
});
