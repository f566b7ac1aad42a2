import { expect, test } from "vitest";

import { TransactionPooler } from "#store/pooler";

import { watchSessions } from "./pooled-sessions.ts";

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("sessions through a pooler are checked once a minute, so that the checks do not use up its pool", async () => {
  const state = { now: 0, checks: 0, isPooled: false };
  const sessions = watchSessions(
    async () => {
      state.checks += 1;
      if (state.isPooled) throw new TransactionPooler();
    },
    () => state.now,
    () => undefined,
  );
  const open = async (direct: boolean): Promise<number> => {
    sessions.watch.onSession({ direct });
    await turn();
    return state.checks;
  };
  expect([await open(true), await open(false), await open(false)]).toEqual([0, 1, 1]);
  state.now += 60_000;
  expect([await open(false), await open(false)]).toEqual([2, 2]);
  // Connections to another database are counted separately.
  state.isPooled = true;
  expect([await open(true), sessions.poolerIssue()]).toEqual([2, null]);
  expect(await open(false)).toBe(3);
  expect(sessions.poolerIssue()).toContain("direct address");
  expect([await open(true), sessions.poolerIssue()]).toEqual([3, null]);
});
