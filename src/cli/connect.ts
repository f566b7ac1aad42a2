import { readConfig } from "#app/config/config";
import { connectWordPress } from "#app/wordpress-site";

import { readArguments, UsageError, words } from "./arguments.ts";
import type { Command } from "./command.ts";
import { readSitePassword, SITE_PASSWORD } from "./site-password.ts";

/** Connects a WordPress site, and prints the setting. */
export const connect: Command = {
  usage: [
    "tidings connect URL --user NAME [--service-url URL]",
    "NAME is an administrator of the site. Their application password is read from standard input,",
    `or from ${SITE_PASSWORD}: never from the command line, where other users can see it.`,
    "Prints the setting that makes the site the platform, for a shell or a settings file. --service-url: where the site reaches this service, else TIDINGS_PUBLIC_URL.",
    "--json prints platform, service_url and plugin.",
  ],
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      user: { type: "string" },
      "service-url": { type: "string" },
      json: { type: "boolean" },
    });
    const [url] = words(positionals, ["URL"]);
    const { user, json = false, "service-url": serviceUrl = null } = values;
    if (user === undefined || user === "") throw new UsageError("--user is missing");
    if (serviceUrl !== null && !/^https?:\/\/[^\s?#@]+$/.test(serviceUrl)) {
      throw new UsageError("--service-url is not a URL, or contains a user name, a ? or a #");
    }
    const base = serviceUrl === null ? null : /^(.*?)\/svc\/v1(\/.*)?$/.exec(serviceUrl)?.[1];
    if (base) throw new UsageError(`--service-url is the address before /svc/v1: ${base}`);
    const config = readConfig(io.environment);
    const password = readSitePassword(user, io);
    const made = await connectWordPress(config, {
      url: url!,
      user,
      password,
      serviceUrl: serviceUrl?.replace(/\/+$/, "") ?? null,
    });
    if (json) {
      io.out(JSON.stringify({ platform: made.dsn, service_url: made.serviceUrl, plugin: made.plugin }));
      return 0;
    }
    io.err(
      `Connected. The site calls the service at ${made.serviceUrl}. Set this, restart the service, and keep it secret:`,
    );
    if (made.isOld)
      io.err(`The companion plugin ${made.plugin} there is too old, and its calls are refused: update it.`);
    // Unquoted, a shell ends the value at the &. Quoted, the line works there and in a settings file alike.
    io.out(`TIDINGS_PLATFORM='${made.dsn}'`);
    return 0;
  },
};
