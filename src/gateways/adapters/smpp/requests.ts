import type { Pdu } from "smpp";

/** Unacknowledged `deliver_sm` of one link; beyond, the SMSC is asked to come again. */
const MOST_UNACKNOWLEDGED = 1_000;

const INVALID_COMMAND = 0x03;
const TEMPORARY_ERROR = 0x64;

/** What one link does about the SMSC's own requests: the library answers none of them. */
export type RequestHandling = {
  readonly reply: (response: Pdu) => void;
  /** Stores what a `deliver_sm` or `data_sm` brings; only when it resolved is the PDU acknowledged. */
  readonly receive: (pdu: Pdu) => Promise<void>;
  readonly onUnbind: () => void;
  readonly onError: (error: unknown) => void;
};

/** Makes the function that takes every PDU which is not a response. */
export function answerRequests({ reply, receive, onUnbind, onError }: RequestHandling): (pdu: Pdu) => void {
  let unacknowledged = 0;

  const deliver = async (pdu: Pdu): Promise<void> => {
    if (unacknowledged >= MOST_UNACKNOWLEDGED) return reply(pdu.response({ command_status: TEMPORARY_ERROR }));
    unacknowledged += 1;
    const stored = await receive(pdu).then(
      () => true,
      () => false,
    );
    unacknowledged -= 1;
    reply(pdu.response(stored ? {} : { command_status: TEMPORARY_ERROR }));
  };

  return (pdu) => {
    switch (pdu.command) {
      case "deliver_sm":
      case "data_sm":
        deliver(pdu).catch(onError);
        break;
      case "enquire_link":
        reply(pdu.response());
        break;
      case "unbind":
        reply(pdu.response());
        onUnbind();
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
}
