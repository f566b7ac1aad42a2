import { probe } from "./lib/prober.ts";
import { spread } from "./lib/report.ts";
import { openHarness, type Harness } from "./lib/harness.ts";
import type { Scenario } from "./lib/scenario.ts";

const MINUTE_MS = 60_000;

export const soak: Scenario = {
  name: "soak",
  about: "an hour of steady traffic: memory of our process, size and dead rows of the tables, each minute a line",
  options: {
    minutes: ["60", "how long"],
    rate: ["50", "messages a second, one number each"],
    latency: ["20", "milliseconds until the gateway responds"],
  },
  async run(settings) {
    const harness = await openHarness({
      stub: { kind: "http", latencyMs: settings.number("latency") },
      gateway: "&window=50",
    });
    try {
      const lines: string[] = [];
      let number = 0;
      const rate = settings.number("rate");
      const phone = (): string => `+4915${100_000_000 + number++}`;
      let asked = 0;
      let failed = 0;
      for (let minute = 1; minute <= settings.number("minutes"); minute += 1) {
        const probes = probe({
          url: harness.nodes.urls()[0]!,
          as: harness.nodes.admin(),
          perSecond: rate,
          next: () => ({ path: "/send", body: { numbers: [phone()], message: "Hello from the soak" } }),
        });
        await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
        const probed = await probes.stop();
        asked += probed.latencies.length;
        failed += probed.failed;
        const line = `| ${minute} | ${harness.residentMb()} | ${(await tables(harness)).join(" | ")} | ${spread(probed.latencies)} | ${failed} |`;
        settings.say(line);
        lines.push(line);
      }
      const counts = await harness.stub.counts();
      return [
        `${rate} messages a second. Accepted ${asked}, at the gateway ${counts.numbers} (some may be under way), doubled ${counts.doubled}.`,
        "",
        "| minute | memory, MB | database, MB | chunks: MB, dead rows | messages: dead | deliveries: dead, HOT % | waiting | /send | failed |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ...lines,
      ].join("\n");
    } finally {
      await harness.close();
    }
  },
};

async function tables(harness: Harness): Promise<string[]> {
  const { rows } = await harness.pool.query(`
    select (pg_database_size(current_database()) / 1048576)::int as size,
      (pg_total_relation_size('chunks') / 1048576.0)::numeric(9, 1) as chunks,
      (select n_dead_tup from pg_stat_user_tables where relname = 'chunks') as chunks_dead,
      (select n_dead_tup from pg_stat_user_tables where relname = 'messages') as messages_dead,
      (select sum(n_dead_tup) from pg_stat_user_tables where relname like 'deliveries_2%') as dead,
      (select round(100.0 * sum(n_tup_hot_upd) / nullif(sum(n_tup_upd), 0), 1) from pg_stat_user_tables where relname like 'deliveries_2%') as hot,
      (select count(*) from messages where state in ('scheduled', 'resolving', 'running', 'paused')) as waiting`);
  const row = rows[0];
  return [
    row.size,
    `${row.chunks}, ${row.chunks_dead}`,
    row.messages_dead,
    `${row.dead}, ${row.hot ?? "-"} %`,
    row.waiting,
  ].map(String);
}
