import { readConfig } from "#app/config/config";
import { openOperator, type Operator } from "#app/operator";

import type { Io } from "./command.ts";

/** Opens the service for one command, beside a running one or without it, does the work, and closes it in any case. */
export async function withOperator(
  io: Pick<Io, "environment">,
  work: (operator: Operator) => Promise<number>,
): Promise<number> {
  const operator = await openOperator(readConfig(io.environment), () => undefined);
  try {
    return await work(operator);
  } finally {
    await operator.close();
  }
}
