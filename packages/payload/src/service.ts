import type { Platform, Service, ServiceSettings } from "tidings";

import type { Payload } from "./payload.ts";

type Running = {
  /** The instance of the moment: a development server replaces it at every change. */
  payload: Payload;
  readonly service: Promise<Service>;
  isSending: boolean;
};

/** Next.js loads a module several times, in graphs of their own: there is one service in a process all the same. */
const KEY = Symbol.for("tidings-payload");
const held = globalThis as { [KEY]?: Running };

/** Opens the service at the first call, and afterwards returns it. One that could not be opened is tried again. */
export function openService(
  payload: Payload,
  open: (payload: () => Payload) => { readonly settings: ServiceSettings; readonly platform: Platform },
): Promise<Service> {
  if (held[KEY]) {
    held[KEY].payload = payload;
    return held[KEY].service;
  }
  const { settings, platform } = open(() => held[KEY]?.payload ?? payload);
  // Not before: a build loads the configuration, and needs no database.
  const service = import("tidings").then(({ createService }) => createService(settings, { platform }));
  held[KEY] = { payload, service, isSending: false };
  // Unless another one was opened meanwhile.
  service.catch(() => held[KEY]?.service === service && delete held[KEY]);
  return service;
}

/** Starts sending, once. */
export async function startSending(service: Promise<Service>): Promise<void> {
  const running = held[KEY];
  const opened = await service;
  if (!running || running.isSending) return;
  running.isSending = true;
  opened.start();
}

/** The service if it is open in this process. */
export function openedService(): Promise<Service> | null {
  return held[KEY]?.service ?? null;
}

/** Ends the service of this process: what is in flight is finished, the rest is left to others or to the next start. */
export async function stopTidings(): Promise<void> {
  const running = held[KEY];
  delete held[KEY];
  await (await running?.service)?.stop();
}
