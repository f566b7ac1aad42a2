import { expect, test } from "vitest";

import { capacityOf } from "./capacity.ts";
import type { NamedGateway } from "./options.ts";

const capacity = (window: number, batchSize = 1) =>
  capacityOf({ gateway: { window, batchSize }, rate: null, maxInFlight: null } as unknown as NamedGateway);

test.each([
  [1, 0],
  [5, 1],
  [10, 1],
  [20, 2],
  [100, 2],
  [1_000, 2],
])("of a window of %i calls, %i are reserved for one-time passwords", (window, reserved) => {
  expect(capacity(window).reservedCalls).toBe(reserved);
});

test("a tenth of a window's deliveries may be marked for one-time passwords only", () => {
  expect(capacity(100)).toMatchObject({ rows: 200, reservedRows: 10 });
  expect(capacity(20, 50)).toMatchObject({ rows: 2_000, reservedRows: 100 });
});
