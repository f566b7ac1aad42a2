import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { main } from "./main.ts";
import { eventually } from "../engine/engine.ts";
import { freeze, type Frozen } from "./freeze.ts";
import type { Credentials } from "./test-service.ts";
import { startServiceProcess, type ServiceProcess } from "./service.ts";
import { bareEnvironment } from "./processes.ts";

export type Role = "all" | "api" | "worker";

/** One slot in the set: a process that is killed and started again. */
export type NodeSeat = {
  readonly role: Role;
  /** Null while nothing runs here. */
  readonly service: ServiceProcess | null;
  readonly isFrozen: boolean;
  start(): Promise<void>;
  /** Frozen from now on, without responses; {@link NodeSet.urls} leaves it out until it continues. */
  freeze(): Frozen;
  /** @returns whether a process was running */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<boolean>;
};

export type NodeSet = Awaited<ReturnType<typeof startNodes>>;

const run = promisify(execFile);
const START_MS = 60_000;

/**
 * Starts service processes that share one database, one data folder and one gateway.
 *
 * @param options.started how many of the roles run at first; default: all
 */
export async function startNodes(options: {
  readonly databaseUrl: string;
  readonly gateway: string;
  readonly roles: readonly Role[];
  readonly started?: number;
  readonly more?: Readonly<Record<string, string>>;
}) {
  const folder = await mkdtemp(join(tmpdir(), "tidings-nodes-"));
  const settings = (role: Role): Record<string, string> => ({
    DATABASE_URL: options.databaseUrl,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: options.gateway,
    TIDINGS_LOG_LEVEL: "error",
    ...(role === "all" ? {} : { TIDINGS_ROLE: role }),
    ...options.more,
  });

  let admin: Credentials | null = null;
  const outputs: string[] = [];

  function seat(role: Role): NodeSeat {
    let service: ServiceProcess | null = null;
    let starting: Promise<void> | null = null;
    let isFrozen = false;

    const begin = async (): Promise<void> => {
      // A database that is being killed meanwhile refuses a start; an operator's supervisor would retry, too.
      let refused: unknown;
      const start = (): Promise<ServiceProcess | null> =>
        startServiceProcess(settings(role)).catch((error: unknown) => {
          refused = error;
          return null;
        });
      service = await eventually(start, START_MS).catch(() => {
        throw refused;
      });
      admin ??= service.admin;
    };
    return {
      role,
      get service() {
        return service;
      },
      get isFrozen() {
        return isFrozen;
      },
      freeze() {
        const frozen = freeze(service!.pid);
        isFrozen = true;
        return {
          async wakeAfter(ms) {
            const woke = await frozen.wakeAfter(ms);
            isFrozen = false;
            return woke;
          },
        };
      },
      async start() {
        if (service) return;
        starting ??= begin().finally(() => (starting = null));
        await starting;
      },
      async end(signal) {
        await starting?.catch(() => undefined);
        const running = service;
        service = null;
        if (!running) return false;
        // Frozen, it would not receive any other signal.
        if (isFrozen) process.kill(running.pid, "SIGCONT");
        isFrozen = false;
        await running.kill(signal);
        outputs.push(running.output());
        return true;
      },
    };
  }

  const seats = options.roles.map(seat);
  // The process that started us may be killed at any time; no other process knows these.
  const endAll = (): void => {
    for (const one of seats) if (one.service) process.kill(one.service.pid, "SIGKILL");
  };
  process.once("exit", endAll);
  // The first node starts alone: it creates the tables and the administrator whose password is printed once. A worker
  // creates none.
  const first = seats.find((one) => one.role !== "worker") ?? seats[0]!;
  await first.start();
  await Promise.all(seats.slice(0, options.started ?? seats.length).map((one) => one.start()));

  return {
    seats,
    admin: (): Credentials => {
      if (!admin) throw new Error("no node printed an administrator");
      return admin;
    },
    /** Addresses at which the API answers now. */
    urls: (): string[] =>
      seats.flatMap((one) => (one.role !== "worker" && one.service && !one.isFrozen ? [one.service.url] : [])),
    workers: (): NodeSeat[] => seats.filter((one) => one.role !== "api"),
    /** The errors that processes logged, those that have ended included. */
    errors: (): readonly string[] =>
      [...outputs, ...seats.flatMap((one) => one.service?.output() ?? [])]
        .flatMap((output) => output.split("\n"))
        .filter((line) => line.startsWith("{")),
    /** Runs a command of the command line beside the nodes; @returns its output */
    async command(...args: string[]): Promise<string> {
      const env = { ...bareEnvironment, ...settings("all") };
      return (await run(process.execPath, [main, ...args], { env })).stdout;
    },
    async stop() {
      await Promise.all(seats.map((one) => one.end("SIGTERM")));
      process.off("exit", endAll);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
