import smpp, { type Pdu, type PduFields } from "smpp";

import type { GatewayDeps } from "#domain/gateways/gateway";
import { deadline, type Deadline } from "#lib/deadline";
import type { MayLeave } from "#lib/last-check";

import { backPressure } from "./back-pressure.ts";
import { keepAlive } from "./keep-alive.ts";
import { openPending, type Answer } from "./pending.ts";
import { answerRequests } from "./requests.ts";
import type { SmppSettings } from "./settings.ts";
import { isThrottling, type BindKind } from "./status.ts";
import { throttlePause } from "./throttle-pause.ts";
import { submitSm, type Outgoing } from "./submit-sm.ts";
import { openWindow } from "./window.ts";
import { openWire } from "./wire.ts";

export type Bound =
  | { readonly kind: "bound" }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "failed"; readonly reason: string };

/** One TCP connection with one bind, used once: the library cannot connect a session again safely. */
export type Session = {
  readonly kind: BindKind;
  /** Settles once: bound, refused by the SMSC, or failed before an answer. */
  readonly bound: Promise<Bound>;
  /** Why it ended. */
  readonly ended: Promise<string>;
  /** Requests that are unanswered or wait for a slot. */
  readonly load: number;
  /**
   * Sends one `submit_sm` when the window has a slot. `onLate` receives a response that comes after the timeout;
   * `mayLeave` is checked directly before the write.
   */
  submit(fields: PduFields, onLate?: (answer: Answer) => void, mayLeave?: MayLeave): Promise<Answer>;
  /** Accepts nothing new, awaits responses until the timeout, unbinds, and resolves when the socket is closed. */
  close(): Promise<void>;
};

/** How long the peer has to close a connection that has ended, in milliseconds. */
const CLOSE_TIMEOUT = 1_000;
/** Longest that an unbind of the SMSC waits for what is pending on both sides, in milliseconds. */
const UNBIND_TIMEOUT = 10_000;

/**
 * Connects and binds. Every end of the socket, whatever its cause, settles all pending requests: the library itself
 * would leave all callbacks waiting forever.
 *
 * @param use.receive see {@link answerRequests}
 */
export function openSession(
  settings: SmppSettings,
  { clock, sockets }: Pick<GatewayDeps, "clock" | "sockets">,
  { kind, receive }: { readonly kind: BindKind; readonly receive: (pdu: Pdu) => Promise<void> },
): Session {
  const window = openWindow(settings.window);
  const pending = openPending(settings.timeout * 1_000, clock);
  const wire = openWire(settings, sockets, () => pressure.onFull());
  const { library } = wire;
  const bound = Promise.withResolvers<Bound>();
  const ended = Promise.withResolvers<string>();
  let state: "opening" | "open" | "leaving" | "closed" = "opening";
  let reason = "link closed";
  let isUnbinding = false;

  const cut = (why: string): void => {
    if (state === "closed") return;
    reason = why;
    library.destroy();
  };
  const cutFor = (error: unknown): void => cut(error instanceof Error ? error.message : "error");

  const request = (pdu: Outgoing, onLate?: (answer: Answer) => void, mayLeave?: MayLeave): Promise<Answer> => {
    const onHeld = (why: string): void => pending.answer(pdu.sequence_number, { kind: "unwritten", reason: why });
    if (!wire.write(pdu, mayLeave && { mayLeave, onHeld })) return Promise.resolve({ kind: "unwritten", reason });
    return pending.add(pdu.sequence_number, `${pdu.command}_resp`, onLate);
  };

  const limits: { opening: Deadline; closing?: Deadline; idle?: Deadline } = {
    opening: deadline(settings.timeout * 1_000, () => cut("no connection in time")),
  };
  const expectClose = (why: string): void => {
    limits.closing ??= deadline(CLOSE_TIMEOUT, () => cut(why));
  };

  const pressure = backPressure(window, settings.timeout * 1_000, cut);
  const throttling = throttlePause(window);
  const liveness = keepAlive(settings, clock, {
    isOpening: () => state === "opening",
    enquire: () => void request(new smpp.PDU("enquire_link")),
    cut,
  });

  const requests = answerRequests({
    reply(response) {
      if (pressure.mayRespond(library.socket.writableNeedDrain)) wire.write(response);
    },
    receive,
    onUnbind(unbind) {
      // A repeated unbind must not begin a second wait.
      if (isUnbinding) return;
      isUnbinding = true;
      state = "leaving";
      reason = "the SMSC unbound";
      window.shut();
      void leave(unbind).catch(cutFor);
    },
    onError: cutFor,
  });

  /** Waits until nothing is pending on either side, at most `ms`. */
  const untilIdle = (ms: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    limits.idle = deadline(ms, () => resolve(false));
    void Promise.all([pending.idle(), requests.idle()]).then(() => resolve(true));
    void ended.promise.then(() => resolve(false));
    return promise;
  };

  // Written requests are answered after an unbind as before it, unless we end the connection: their outcome is then
  // unknown.
  const leave = async (unbind: Pdu): Promise<void> => {
    const isIdle = await untilIdle(Math.min(UNBIND_TIMEOUT, settings.timeout * 1_000));
    if (state === "closed") return;
    wire.write(unbind.response());
    // Half-closed too early, the SMSC could no longer respond.
    if (isIdle) wire.close();
    expectClose(reason);
  };

  const onResponse = (pdu: Pdu): void => {
    const isNack = pdu.command === "generic_nack";
    const awaited = pending.awaited(pdu.sequence_number);
    // A nack that names no request of ours means that the two ends no longer agree where a PDU begins.
    if (isNack && awaited === undefined) return cut("generic_nack");
    if (isThrottling(pdu.command_status)) throttling.pause();
    // Success of another command says nothing about this one; its own response may still come.
    if (isNack || pdu.command === awaited) pending.answer(pdu.sequence_number, answerOf(pdu));
  };

  library.on("pdu", (pdu: Pdu) => {
    liveness.heard();
    // An exception here would leave the library's reader stuck with an open socket.
    try {
      if (pdu.isResponse()) onResponse(pdu);
      else requests.take(pdu);
    } catch (error) {
      cutFor(error);
    }
  });
  // After a malformed PDU the library never reads again, so an error always ends the link.
  library.on("error", cutFor);
  library.socket.on("drain", pressure.onDrain);
  library.on("close", () => {
    state = "closed";
    for (const limit of [...Object.values(limits), pressure, liveness, throttling]) limit.end();
    window.shut();
    pending.end(reason);
    bound.resolve({ kind: "failed", reason });
    ended.resolve(reason);
  });

  const bind = async (): Promise<void> => {
    const { systemId: system_id, password, systemType: system_type } = settings;
    const fields = { system_id, password, system_type, interface_version: 0x34 };
    const answer = await request(new smpp.PDU(`bind_${kind}`, fields));
    if (answer.kind !== "answered") return cut(answer.reason);
    if (answer.status !== 0) {
      bound.resolve({ kind: "refused", status: answer.status });
      return cut("bind refused");
    }
    limits.opening.end();
    if (state === "opening") state = "open";
    bound.resolve({ kind: "bound" });
  };
  library.on(wire.ready, () => void bind().catch(cutFor));

  return {
    kind,
    bound: bound.promise,
    ended: ended.promise,
    get load() {
      return window.used + window.waiting;
    },
    async submit(fields, onLate, mayLeave) {
      const slot = window.take();
      if (slot !== true && !(await slot)) return { kind: "unwritten", reason };
      try {
        if (state !== "open") return { kind: "unwritten", reason };
        return await request(submitSm(fields), onLate, mayLeave);
      } finally {
        window.give();
      }
    },
    async close() {
      if (state === "open") {
        state = "leaving";
        window.shut();
        await untilIdle(settings.timeout * 1_000);
        expectClose("closed");
        await request(new smpp.PDU("unbind"));
        cut("closed");
      }
      // A link that is closing ends by itself, when the last responses are in.
      if (state === "opening") cut("closed");
      await ended.promise;
    },
  };
}

/** What a response says about the request. Status 0 means success, which a nack cannot be. */
function answerOf({ command, command_status: status, message_id: messageId = "" }: Pdu): Answer {
  return command === "generic_nack" && status === 0
    ? { kind: "unanswered", reason: "a generic_nack without an error" }
    : { kind: "answered", status, messageId };
}
