import type { Config } from "#app/config/config";
import { preflight } from "#app/config/preflight";
import { keepFirstPasswords } from "#app/first-passwords";
import { choosePort } from "#app/http/choose-port";
import { listen, type Listening } from "#app/http/listen";
import { openLog } from "#app/logger";
import { readInstance } from "#app/readiness/instance";
import { writeRunningService } from "#app/running-service";
import { openStore } from "#app/service/open-store";
import { trimMemoryIfIdle } from "#app/trim-memory";
import { readVersion } from "#app/version";
import type { Log } from "#lib/log";

import { readArguments, words } from "./arguments.ts";
import type { Command } from "./command.ts";
import { stopSignal } from "./stop-signal.ts";

export const serve: Command = {
  usage: ["tidings serve", "Settings come from the environment or tidings.config.ts: docs/reference/configuration.md."],
  async run(args, io) {
    words(readArguments(args, {}).positionals, []);
    // In a clone it asks git.
    const version = readVersion();
    const { config: given, making } = await preflight(io.environment);
    const at = await choosePort(given.listen);
    const config = { ...given, listen: { host: at.host, port: at.port } };
    const log = openLog(config.logLevel);
    log("info", "starting", { ...(await version), node: process.versions.node });
    if (making !== null) io.out(`\n  The first start creates a database in ${making}: some seconds.`);
    const stopped = stopSignal(io.environment["npm_lifecycle_event"] !== undefined);
    const { store, rest } = await openAndLoad(config, log, stopped);
    const { openService, administratorLines, banner, firstSteps } = rest;
    const service = await openService(config, log, { store });
    const servers: Listening[] = [];
    /** null: this node became too old for the schema. */
    let signal: string | null = null;
    let forget: (() => Promise<void>) | undefined;
    try {
      // Before the administrator: a port in use must not waste secrets that are shown once.
      const server = await listen(service.app, { ...at, docsUrl: service.services.docsUrl });
      servers.push(server);
      forget = await writeRunningService(config, server.url, await readInstance(service.store.db));
      if (config.metricsListen) {
        servers.push(await listen(service.metricsApp, { ...config.metricsListen, setting: "TIDINGS_METRICS_LISTEN" }));
      }
      const administrator =
        config.role === "worker" || service.managedBy ? null : await service.people.ensureAdministrator();
      const steps =
        administrator && firstSteps({ url: server.url, publicUrl: config.publicUrl }, service, administrator);
      const shown = steps && (io.isTerminal ? steps : { file: await keepFirstPasswords(config.dataDir, steps) });
      service.engine.start();
      const license = await service.licenses.report();
      const ready = banner({ url: server.url, service, config, license, environment: io.environment });
      io.out([...ready, ...(shown ? administratorLines(shown) : []), ""].join("\n"));
      trimMemoryIfIdle();
      signal = await Promise.race([stopped, service.outdated.then(() => null)]);
      log("info", "stopping", { signal });
      leaveBy(DEADLINE_MS, log);
      service.live.close();
      // In parallel: calls that still come in need no worker loop of this node.
      await Promise.all([...servers.map((one) => one.close()), service.engine.stop()]);
    } finally {
      // A listener that stays open would keep a process alive whose other port is in use.
      await Promise.all(servers.map((one) => one.close()));
      await forget?.();
      await service.close();
    }
    log("info", "stopped");
    return signal === null ? 1 : 0;
  },
};

/** What only a running service needs. */
const loadRest = async () => ({ ...(await import("#app/service/open-service")), ...(await import("./banner.ts")) });

/** Opens the store and loads the rest of the code, which keeps the process busy while it is evaluated. */
async function openAndLoad(config: Config, log: Log, stopping: Promise<unknown>) {
  if (config.databaseUrl) {
    // A connection that is being opened would time out meanwhile.
    const rest = await loadRest();
    return { rest, store: openStore(config, log, { stopping }) };
  }
  // The embedded server starts meanwhile, 0.2 s of a start, if its process exists by then.
  const launched = Promise.withResolvers<void>();
  const store = openStore(config, log, { stopping, onLaunched: launched.resolve });
  await Promise.race([launched.promise, store.catch(() => undefined)]);
  try {
    return { rest: await loadRest(), store };
  } catch (error) {
    // A store that stays open would keep alive a process that cannot load the rest.
    await store.then(
      (opened) => opened.close(),
      () => undefined,
    );
    throw error;
  }
}

/** Container hosts kill after ten seconds; leases and the embedded server's next start are designed for that. */
const DEADLINE_MS = 9_500;

function leaveBy(ms: number, log: ReturnType<typeof openLog>): void {
  setTimeout(() => {
    log("error", "exited before all work was released; other nodes claim it when its lease expires");
    process.exit(1);
  }, ms).unref();
}
