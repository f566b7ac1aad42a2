import { afterAll, beforeAll } from "vitest";

import { phonesOf } from "../database/ledger.ts";
import { startTestService, type TestService } from "../service/test-service.ts";
import { eventually } from "./engine.ts";
import { eventsOf, messagesOf, overdue, readSchedule, runsOf, scheduleCall, scheduleIdOf, trial } from "./schedules.ts";

type Tail<Parameters> = Parameters extends readonly [TestService, ...infer Rest] ? Rest : never;

/** A service that may schedule, for the tests of a file. To be called once, outside the tests. */
export function openScheduling(settings: Record<string, string> = {}) {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(settings);
    await trial(service);
  });
  afterAll(() => service.end());

  const call = (...args: Tail<Parameters<typeof scheduleCall>>) => scheduleCall(service, ...args);
  const read = (id: string) => readSchedule(service, id);
  return {
    /** Only inside tests and hooks. */
    get service(): TestService {
      return service;
    },
    call,
    read,
    /** The id of a schedule that `call` creates. */
    create: async (...args: Parameters<typeof call>): Promise<string> => scheduleIdOf(await call(...args)),
    /** Whether a schedule is in this state, at last. */
    reached: (id: string, state: string): Promise<boolean> =>
      eventually(async () => (await read(id))["state"] === state),
    runs: (id: string) => runsOf(service, id),
    events: (id: string) => eventsOf(service, id),
    messages: (id: string) => messagesOf(service, id),
    /** The numbers in the log of the newest run, once it has ended. */
    async recipients(id: string): Promise<string[]> {
      const [run] = await runsOf(service, id);
      await eventually(async () =>
        ["completed", "failed"].includes((await service.call("GET", `/messages/${run!.message_id}`)).body.data.state),
      );
      return phonesOf(service.pool, { message: run!.message_id!.slice(4) });
    },
    /** Creates a group. @returns its id */
    groupOf: async (name: string): Promise<number> => (await service.call("POST", "/groups", { name })).body.data.id,
    /** A person becomes a member of a group, without a code. */
    subscribe: (mobile: string, group: number) =>
      service.call("POST", "/newsletter", { name: "N", mobile, group_id: group, double_opt_in: false }),
    overdue: (...args: Tail<Parameters<typeof overdue>>) => overdue(service, ...args),
  };
}
