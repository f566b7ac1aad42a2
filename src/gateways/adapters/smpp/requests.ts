import type { Pdu } from "smpp";

/** Unacknowledged `deliver_sm` of one link; beyond that, the SMSC is asked to retry. */
const MAX_UNACKNOWLEDGED = 1_000;

const INVALID_COMMAND = 0x03;
const TEMPORARY_ERROR = 0x64;

/** How one link handles the SMSC's own requests: the library answers none of them. */
export type RequestHandling = {
  readonly reply: (response: Pdu) => void;
  /** Stores the content of a `deliver_sm` or `data_sm`; the PDU is acknowledged only once it has resolved. */
  readonly receive: (pdu: Pdu) => Promise<void>;
  /** Must send the response itself, once nothing is pending. */
  readonly onUnbind: (pdu: Pdu) => void;
  readonly onError: (error: unknown) => void;
};

export type Requests = {
  /** Accepts every PDU that is not a response. */
  take(pdu: Pdu): void;
  /** Resolves when everything that was delivered is acknowledged. */
  idle(): Promise<void>;
};

/** Answers the SMSC's requests of one link. */
export function answerRequests({ reply, receive, onUnbind, onError }: RequestHandling): Requests {
  let unacknowledged = 0;
  let idleWaiters: (() => void)[] = [];

  const deliver = async (pdu: Pdu): Promise<void> => {
    if (unacknowledged >= MAX_UNACKNOWLEDGED) return reply(pdu.response({ command_status: TEMPORARY_ERROR }));
    unacknowledged += 1;
    const stored = await receive(pdu).then(
      () => true,
      () => false,
    );
    unacknowledged -= 1;
    reply(pdu.response(stored ? {} : { command_status: TEMPORARY_ERROR }));
    if (unacknowledged > 0) return;
    for (const wake of idleWaiters) wake();
    idleWaiters = [];
  };

  const take = (pdu: Pdu): void => {
    switch (pdu.command) {
      case "deliver_sm":
      case "data_sm":
        deliver(pdu).catch(onError);
        break;
      case "enquire_link":
        reply(pdu.response());
        break;
      case "unbind":
        onUnbind(pdu);
        break;
      // These two have no response in SMPP 3.4.
      case "alert_notification":
      case "outbind":
        break;
      case "unknown":
        reply(pdu.response());
        break;
      default:
        reply(pdu.response({ command_status: INVALID_COMMAND }));
    }
  };

  return {
    take,
    idle: () => (unacknowledged === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}
