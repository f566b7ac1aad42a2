import { readConfig } from "#app/config/config";
import { openLog } from "#app/logger";
import { shownAddress } from "#app/running-service";
import { shownPlatform } from "#app/service/open-platform";
import { openTools } from "#app/service/open-tools";

import type { Io } from "./command.ts";

export type People = Awaited<ReturnType<typeof openTools>>["people"];

/**
 * Opens the database, which a running service may share, does the work, and closes it in any case.
 *
 * @param work gets the address of the service's pages too
 */
export async function withPeople(io: Io, work: (people: People, address: string) => Promise<void>): Promise<number> {
  const config = readConfig(io.environment);
  const platform = shownPlatform(config);
  if (platform !== null) {
    io.err(`tidings: users, roles and application passwords are managed by the platform, ${platform}.`);
    io.err("Change them there: in WordPress under Users, and under Application Passwords of a user's profile.");
    return 1;
  }
  const tools = await openTools(config, openLog("warn"));
  try {
    await work(tools.people, shownAddress(config));
    return 0;
  } finally {
    await tools.close();
  }
}

/** The user of that id, name or e-mail. */
export async function userCalled(people: People, name: string) {
  const user = await people.userCalled(name);
  if (!user) throw new Error(`There is no user ${name}.`);
  return user;
}
