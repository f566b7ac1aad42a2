import { expect, test } from "vitest";

import { uuidv7 } from "#lib/ids";

import { deliveriesTable } from "./partitions.ts";

test("a message belongs to the month of its id, whichever month was requested before", () => {
  const months = [
    ["2026-10-31T23:59:59.999Z", "deliveries_2026_10"],
    ["2026-11-01T00:00:00.000Z", "deliveries_2026_11"],
    ["2026-12-31T23:59:59.999Z", "deliveries_2026_12"],
    ["2027-01-01T00:00:00.000Z", "deliveries_2027_01"],
  ] as const;
  for (const [at, table] of [...months, ...months.toReversed(), ...months]) {
    expect(deliveriesTable(uuidv7(Date.parse(at)))).toBe(table);
  }
});
