import type { Platform } from "#domain/access/platform";
import type { Log } from "#lib/log";

import type { Config } from "../config/config.ts";
import { openNodeNotifications } from "./node-notifications.ts";
import { openApi } from "./api.ts";
import { openBackground } from "./background.ts";
import { openDirectory } from "./directory.ts";
import { describeNode, type Node } from "./node.ts";
import { openSending } from "./sending.ts";
import { openStore, type OpenStore } from "./open-store.ts";
import { openStorage, type Storage } from "./storage.ts";

/** The whole service, opened: what HTTP, CLI and tests use. */
export type Service = Awaited<ReturnType<typeof openParts>>;

/**
 * The only place where modules meet. Opens everything a node needs; nothing listens and no worker runs yet.
 *
 * @param options.forCommand for the command line: use the database of a running service, and send nothing by itself
 * @param options.platform the users of the program that runs the service as a library
 * @param options.store a store that is being opened already; it is closed if the service cannot be opened
 */
export async function openService(
  config: Config,
  log: Log,
  {
    forCommand = false,
    platform,
    ...options
  }: {
    readonly forCommand?: boolean;
    readonly store?: Promise<OpenStore>;
    readonly platform?: Platform | undefined;
  } = {},
): Promise<Service> {
  const store = await (options.store ?? openStore(config, log, { forCommand }));
  try {
    const node = describeNode(config, log, forCommand);
    return await openParts(node, await openStorage(node, store), platform ?? null);
  } catch (error) {
    // Open sessions and the embedded server would keep alive a process that serves nothing.
    await store.close();
    throw error;
  }
}

async function openParts(node: Node, storage: Storage, platform: Platform | null) {
  const directory = await openDirectory(node, storage, platform);
  const sending = await openSending(node, storage, directory);
  const background = openBackground(node, storage, directory, sending);
  const { app, routes, services, metrics, live } = openApi({ node, storage, directory, sending, background });
  // Opened last, because it connects the topics that have been subscribed to by now.
  const nodeNotifications = openNodeNotifications(node.config, node.bus, {
    self: node.owner,
    works: storage.works,
    log: node.log,
    random: node.random,
  });
  const engine = {
    start() {
      sending.engine.start();
      background.start();
    },
    /** First what produces work and sends it, then what records how it ended. */
    async stop() {
      await sending.engine.stop();
      await background.stop();
    },
  };

  return {
    app,
    services,
    /** Why nothing is sent from here; null: sending is enabled. */
    standby: storage.standby,
    /** /metrics for a listener of its own. */
    metricsApp: metrics.app,
    routes,
    /** Path prefix of a route: "/svc/v1", after the mount prefix. */
    basePath: node.basePath,
    outboundAllow: directory.outboundAllow,
    engine,
    /** Resolves once a newer node has migrated the schema to one that this node cannot work on: it must be closed. */
    outdated: background.outdated,
    /** Live views: they end before the service waits for its last calls. */
    live,
    people: directory.people,
    /** The program's users or their rights have changed. */
    platformChanged: directory.platformChanged,
    /** null: the service manages its users itself. */
    managedBy: directory.host.managedBy ?? null,
    gateways: sending.gateways,
    licenses: storage.licenses,
    store: storage.store,
    /** Closes in the order of dependence: new work, work in flight, connections, the database. */
    async close() {
      live.close();
      await engine.stop();
      await nodeNotifications.close();
      await sending.close();
      await directory.close();
      await storage.store.close();
    },
  };
}
