import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Gateway, Outcome, OutgoingSms } from "#domain/gateways/gateway";
import { definitions } from "#gateways/index";

import { startPrism } from "../support/providers/prism.ts";
import { base, openQuietly } from "./gateways/kit/base.ts";
import { oracles } from "./gateways/kit/oracles.ts";

// The vendors' files are not part of the project: without them there is nothing to compare with.
const specs = join(import.meta.dirname, "../../../shared/specs");

for (const oracle of oracles) {
  const file = join(specs, oracle.file);
  const there = existsSync(file);
  if (!there) process.stderr.write(`skipped: ${oracle.title}: the vendor's OpenAPI file is not beside this checkout\n`);

  describe.skipIf(!there)(`${oracle.title}, played by Prism`, () => {
    let prism: Awaited<ReturnType<typeof startPrism>>;
    /** What Prism answered to each request. */
    const statuses: number[] = [];
    let spoil: (body: string) => string = (body) => body;

    beforeAll(async () => {
      // Not strict: some vendors' examples break the vendors' own schemas.
      prism = await startPrism((await oracle.described?.(file)) ?? file, false);
    });
    afterAll(() => prism?.stop());

    /** Prism serves a description without the path of its server. */
    const played: typeof fetch = async (url, init) => {
      const target = (url as string).replace(prism.url + (oracle.prefix ?? ""), prism.url);
      const answer = await fetch(target, init?.body ? { ...init, body: spoil(init.body as string) } : init);
      statuses.push(answer.status);
      return answer;
    };
    const open = (query = oracle.query ?? "", dsn = oracle.dsn): Gateway =>
      openQuietly(dsn(new URL(prism.url).host) + query, definitions, {
        fetch: played,
        clock: { now: () => Date.now() },
        random: Math.random,
      });
    const send = async (batch: readonly OutgoingSms[], query?: string): Promise<readonly Outcome[]> => {
      statuses.length = 0;
      return open(query).send(batch);
    };

    if (oracle.takes.length > 0) {
      test.each(oracle.takes.map((each) => [each.name, each] as const))(
        "a request with %s is valid, and its response is understood",
        async (_name, { sms, query, outcomes }) => {
          const batch = sms.map((more, index) => ({ ...base, ref: `ref-${index + 1}`, to: oracle.to, ...more }));
          expect(await send(batch, query)).toMatchObject(outcomes ?? batch.map(() => oracle.accepted));
          expect(statuses).toHaveLength(1);
          expect(statuses[0]).toBeLessThan(300);
        },
      );

      test("a request with a corrupted body is refused, so the others were really checked", async () => {
        spoil = oracle.spoil;
        const [outcome] = await send([{ ...base, to: oracle.to }]);
        spoil = (body) => body;
        expect(statuses[0]).toBeGreaterThanOrEqual(400);
        expect(statuses[0]).toBeLessThan(500);
        expect(["rejected", "stop"]).toContain(outcome!.kind);
      });
    }

    if (oracle.refuses) {
      const { name, dsn } = oracle.refuses;
      test(`${name} is refused and not sent again`, async () => {
        const [outcome] = await open("", dsn).send([{ ...base, to: oracle.to }]);
        expect(["rejected", "stop"]).toContain(outcome!.kind);
      });
    }

    if (oracle.credit) {
      test("the balance is read", async () => {
        expect(await open().credit!()).toEqual(oracle.credit);
      });
    }
  });
}
