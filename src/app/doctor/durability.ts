import type { Db } from "#store/database";
import { readDurability } from "#store/queries/installation/durability";

import type { CheckResult } from "./check-result.ts";

/** Whether what the database commits survives the loss of its server. */
export async function checkDurability(db: Pick<Db, "query">): Promise<readonly CheckResult[]> {
  const { off, hasLaggingStandby } = await readDurability(db);
  const texts = [
    ...(off.length > 0
      ? [
          `${off.join(" and ")} is off on the server: a crash of its machine loses messages that were accepted, and what was sent just before it is sent again. Turn it on.`,
        ]
      : []),
    ...(hasLaggingStandby
      ? [
          "Standbys copy the server, and no commit waits for them (synchronous_standby_names): if one takes over, the last messages that were accepted are lost, and the last that were sent are sent again.",
        ]
      : []),
  ];
  return texts.map((text) => ({ level: "warning", about: "database", text }));
}
