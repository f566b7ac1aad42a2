import { BASE_PATH, createApp } from "#api/app";
import { ownCall } from "#api/services";
import type { Caller } from "#domain/access/capability";
import { countWorkers } from "#store/notifications";
import type { Method } from "#lib/http-methods";
import type { Log } from "#lib/log";

import type { Config } from "./config/config.ts";
import { readInstance } from "./readiness/instance.ts";
import { otherSettings, otherSettingsText } from "./running-service.ts";
import { openService, type Service } from "./service/open-service.ts";
import { requireDatabase } from "./service/open-store.ts";

/** A reply of the API, as its JSON. */
export type OperatorReply = {
  readonly ok: boolean;
  readonly message: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each endpoint has its own
  readonly data: any;
  readonly body: object;
};

/**
 * The API for commands on this machine, without credentials: a user who can read the data folder and the settings may
 * do everything.
 */
export type Operator = {
  /** Calls an endpoint with its own rules, without a socket. `path` is below the base. */
  call(method: Method, path: string, body?: object): Promise<OperatorReply>;
  /** Calls an endpoint whose body is a file; it is sent as it is read. */
  upload(path: string, file: Blob, type: string): Promise<OperatorReply>;
  /** Reads an endpoint that answers with a file. @throws Error with the API's sentence if it refuses */
  download(path: string): Promise<Uint8Array>;
  /** Whether some process sends accepted messages. Behind a pooler that hides sessions this may wrongly be false. */
  sends(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * The service for one command, beside a running service or without one. No worker runs: it sends nothing.
 *
 * With other settings than the service's, calls that change something, or are about gateways, throw: the message would
 * wait for a gateway that the service does not have. What only stops or ends something needs no settings.
 */
export async function openOperator(config: Config, log: Log): Promise<Operator> {
  requireDatabase(config);
  const service = await openService(config, log, { forCommand: true });
  try {
    const others = await otherSettingsOf(config, service);
    const { call, upload, download } = callsOf(service, service.people.operator);
    return {
      call: async (method, path, body) => {
        if (PAUSES_GATEWAY.test(path)) {
          const reply = await call(method, path, body);
          // It may be refused only because the gateway is not in the settings of this command.
          if (!reply.ok) requireSame(others);
          return reply;
        }
        const isSafe = onlyReads(method, path) || onlyStops(method, path, body);
        if (!isSafe || (others.includes("TIDINGS_COUNTRY") && hasNationalNumber(body))) requireSame(others);
        return call(method, path, body);
      },
      upload: async (...file) => {
        requireSame(others);
        return upload(...file);
      },
      download,
      sends: () => sendsOf(config, service),
      close: service.close,
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

const PAUSES_GATEWAY = /^\/gateways\/[^/]+\/pause$/;

const isAboutGateways = (path: string): boolean => path.startsWith("/gateways");

const onlyReads = (method: Method, path: string): boolean => method === "GET" && !isAboutGateways(path);

/**
 * A campaign is stopped, an opt-out recorded and a form closed in a hurry, from whatever terminal is at hand. An opt-out
 * that is lifted lets messages go again, and needs the settings like a message.
 */
function onlyStops(method: Method, path: string, body: object = {}): boolean {
  if (isAboutGateways(path)) return false;
  if (method === "DELETE") return !path.startsWith("/suppressions");
  if (method === "PATCH") return "enabled" in body && body.enabled === false;
  return /^\/suppressions(?:\/import)?$|^\/newsletter\/unsubscribe$|\/(?:pause|cancel|skip)$/.test(path);
}

/** Whose number it is that does not begin with a plus depends on the country. */
function hasNationalNumber(body: object = {}): boolean {
  const { number, mobile, numbers } = body as Readonly<Record<string, unknown>>;
  const texts = [number, mobile, numbers].flatMap((one) => (typeof one === "string" ? one.split(",") : []));
  return texts.some((text) => text.trim() !== "" && !text.trim().startsWith("+"));
}

/** Names of the settings that the service beside this command has otherwise. */
export const otherSettingsOf = async (config: Config, { store }: Pick<Service, "store">): Promise<readonly string[]> =>
  otherSettings(config, await readInstance(store.db));

/** @throws Error if there are any */
export function requireSame(others: readonly string[]): void {
  if (others.length > 0) throw new Error(otherSettingsText(others));
}

/** Calls of the API in the name of a caller, without a socket. */
export function callsOf(
  service: Pick<Service, "routes" | "services">,
  caller: Caller,
): Pick<Operator, "call" | "upload" | "download"> {
  const app = createApp(service.routes, {
    ...service.services,
    host: { ...service.services.host, authenticate: async () => caller },
    clientOf: () => ownCall("127.0.0.1"),
  });
  const authorization = `Basic ${Buffer.from("operator:operator").toString("base64")}`;
  const send = async (path: string, type: string, init: RequestInit): Promise<Response> =>
    app.request(`http://localhost${BASE_PATH}${path}`, { ...init, headers: { authorization, "content-type": type } });
  async function request(...sent: Parameters<typeof send>): Promise<OperatorReply> {
    const response = await send(...sent);
    const answer = (await response.json()) as { message: string; data: unknown };
    return { ok: response.ok, message: answer.message, data: answer.data, body: answer };
  }
  return {
    call: (method, path, body) =>
      request(path, "application/json", { method, ...(body !== undefined && { body: JSON.stringify(body) }) }),
    upload: (path, file, type) =>
      request(path, type, { method: "POST", body: file.stream(), duplex: "half" } as RequestInit),
    async download(path) {
      const response = await send(path, "application/json", { method: "GET" });
      if (!response.ok) throw new Error(((await response.json()) as { message: string }).message);
      // Not `bytes()`: the response of a process that also listens has no such function.
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** `Operator.sends` for a service that is already open. */
export async function sendsOf(
  config: Config,
  { standby, store }: Pick<Service, "standby" | "store">,
): Promise<boolean> {
  if (standby !== null) return false;
  return config.databaseUrl ? (await countWorkers(store.db)) > 0 : store.isServed;
}
