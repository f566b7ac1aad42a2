import { readLine, UsageError } from "./arguments.ts";
import type { Io } from "./command.ts";

/** Not a setting of the service: it is needed once. */
export const SITE_PASSWORD = "WORDPRESS_APPLICATION_PASSWORD";

/** An administrator's application password: never from the command line, where other users can see it. */
export function readSitePassword(user: string, io: Pick<Io, "environment" | "err">): string {
  const prompt = (): void => io.err(`Application password of ${user} (profile → Application Passwords):`);
  const password = (io.environment[SITE_PASSWORD] ?? readLine(prompt)).trim();
  if (password === "") throw new UsageError("the application password is missing");
  return password;
}
