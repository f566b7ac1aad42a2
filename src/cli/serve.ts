import { misspelt, readConfig } from "#app/config";
import { listen, type Listening } from "#app/listen";
import { openLog } from "#app/logger";
import { openHouse } from "#app/open-house";
import { trimMemorySoon } from "#app/trim-memory";

import { readArguments, words } from "./arguments.ts";
import { banner } from "./banner.ts";
import type { Verb } from "./verb.ts";

export const serve: Verb = {
  name: "serve",
  summary: "Run the service: API, engine, and the embedded database where DATABASE_URL is not set.",
  usage: ["tidings serve", "Settings come from the environment or tidings.config.ts: docs/reference/configuration.md."],
  async run(args, io) {
    words(readArguments(args, {}).positionals, []);
    const config = readConfig(io.environment);
    const log = openLog(config.logLevel);
    for (const warning of misspelt(io.environment)) log("warn", warning);
    const house = await openHouse(config, log);
    const stopped = stopSignal();
    const servers: Listening[] = [];
    try {
      // Before the administrator: a taken port must not use up passwords that are shown once.
      const server = await listen(house.app, config.listen);
      servers.push(server);
      if (config.metricsListen) {
        servers.push(await listen(house.metricsApp, { ...config.metricsListen, setting: "TIDINGS_METRICS_LISTEN" }));
      }
      const administrator = config.role === "worker" || house.keptAt ? null : await house.people.ensureAdministrator();
      house.engine.start();
      const licence = await house.licences.report();
      io.out(banner({ url: server.url, administrator, house, config, licence }).join("\n"));
      trimMemorySoon();
      const signal = await stopped;
      log("info", "stopping", { signal });
      leaveBy(DEADLINE_MS, log);
      house.progress.close();
      // Beside each other: calls that still come in need no machine of this node.
      await Promise.all([...servers.map((one) => one.close()), house.engine.stop()]);
    } finally {
      // One that listens would keep a process alive whose other port is taken.
      await Promise.all(servers.map((one) => one.close()));
      await house.close();
    }
    log("info", "stopped");
    return 0;
  },
};

/** Container hosts kill after ten seconds; leases, and the embedded server's next start, are made for such an end. */
const DEADLINE_MS = 9_500;

function leaveBy(ms: number, log: ReturnType<typeof openLog>): void {
  setTimeout(() => {
    log("error", "left before everything was put down; other nodes take it when its lease ends");
    process.exit(1);
  }, ms).unref();
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      process.on(name, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve(name);
      });
    }
  });
}
