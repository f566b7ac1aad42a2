import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { startNodes, type NodeSet } from "../../support/service/node-set.ts";
import { callService } from "../../support/service/service.ts";
import { eventually } from "../../support/service/processes.ts";

let connection: { url: string };
let nodes: NodeSet;
beforeAll(async () => {
  connection = await createDatabase();
  nodes = await startNodes({ databaseUrl: connection.url, gateway: "sandbox://default", roles: ["api", "all"] });
});
afterAll(async () => {
  await nodes.stop();
  await dropDatabase(connection);
});

test("both nodes show the calls of both; kill -9 takes nothing that was stored, and only the calls of the last moment", async () => {
  const pool = openPool(connection);
  try {
    const [one, two] = nodes.seats.map(({ service }) => service!);
    const callsOf = async (route: string): Promise<number> =>
      (await pool.query<{ n: number }>("select count(*)::int as n from request_log where route = $1", [route])).rows[0]!
        .n;
    const groups = () => callsOf("/groups/{id}");
    // A node records from its first look at the settings on.
    for (const node of [one!, two!]) {
      await eventually(async () => {
        // Of another route: what is stored late is not counted below.
        await callService(node, nodes.admin(), "/templates/999999");
        return (await callsOf("/templates/{id}")) > 0;
      });
      await pool.query("delete from request_log");
    }
    for (let nth = 0; nth < 10; nth += 1) {
      for (const node of [one!, two!]) await callService(node, nodes.admin(), `/groups/${990_000 + nth}`);
    }
    await eventually(async () => (await groups()) >= 20);
    for (let nth = 0; nth < 10; nth += 1) await callService(one!, nodes.admin(), `/groups/${990_000 + nth}`);
    await one!.kill("SIGKILL");
    const left = await groups();
    expect(left).toBeGreaterThanOrEqual(20);
    expect(left).toBeLessThanOrEqual(30);
    const { status, body } = await callService(two!, nodes.admin(), "/requests?route=/groups/{id}&per_page=100");
    expect([status, body.data.items.length]).toEqual([200, left]);
  } finally {
    await pool.end();
  }
});
