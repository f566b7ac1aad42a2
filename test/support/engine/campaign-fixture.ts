import { afterEach, beforeEach } from "vitest";

import type { EngineDeps } from "#app/service/open-engine";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";

import { askOf, everybody, startCampaignNode, type CampaignNode } from "./campaign.ts";
import { eventually } from "./engine.ts";
import { openFixture } from "./fixture.ts";
import type { ProviderReply, startScriptedProvider } from "../providers/scripted-provider.ts";
import { fillGroup } from "../people/subscribers.ts";

type Answer = () => ProviderReply | Promise<ProviderReply>;

/** Nodes with one provider, and commands for their messages. To be called once, outside the tests. */
export function openCampaignFixture() {
  const fixture = openFixture({ max: 20 });
  const ask = askOf(fixture);
  let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
  let answer: Answer;
  const held: (() => void)[] = [];
  /** A point where a caller is held until the test releases it. */
  const gate = {
    wait: (): Promise<void> => new Promise((resolve) => held.push(resolve)),
    reached: (): Promise<boolean> => eventually(async () => held.length > 0),
    open(): void {
      for (const goOn of held.splice(0)) goOn();
    },
  };
  beforeEach(async () => {
    answer = () => ({});
    provider = await fixture.provider(() => answer());
  });
  // Before the nodes are stopped, which would wait for the held callers.
  afterEach(gate.open);
  return {
    ask,
    get db() {
      return fixture.db;
    },
    get provider() {
      return provider;
    },
    /** The provider's response from now on, to the end of the test. */
    answers: (next: Answer): void => void (answer = next),
    gate,
    /** This many people in the group, whose page `held` stops at the gate before it is written. */
    async heldAudience(count: number, held = 2) {
      await fillGroup(fixture.db.pool, everybody.groups[0], count);
      const store = fanOutQueries(fixture.db, () => undefined);
      let pages = 0;
      return {
        pages: (): number => pages,
        fanOuts: {
          ...store,
          async addStored(...asked) {
            pages += 1;
            if (pages === held) await gate.wait();
            return store.addStored(...asked);
          },
        } satisfies EngineDeps["fanOuts"] as EngineDeps["fanOuts"],
      };
    },
    async node(more = "", parts: Parameters<typeof startCampaignNode>[2] = {}): Promise<CampaignNode> {
      const started = await startCampaignNode(fixture.db, provider.dsn(more), parts);
      fixture.closing(started.stop);
      return started;
    },
    /** Whether the queue is empty. */
    cleared: (): Promise<boolean> =>
      eventually(async () => {
        const left = await ask.rows(
          "select 1 from chunks union all select 1 from retries union all select 1 from cancellations union all select 1 from fanouts",
        );
        return left.length === 0;
      }),
  };
}
