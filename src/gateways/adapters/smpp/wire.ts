import { isIP } from "node:net";

import smpp, { type Session as Library } from "smpp";

import type { SocketRules } from "#domain/gateways/gateway";
import { HELD_BACK, type MayLeave } from "#lib/last-check";

import { keepFrames } from "./framing.ts";
import { keepOctets } from "./octets.ts";
import { endpoint, type SmppSettings } from "./settings.ts";
import type { Outgoing } from "./submit-sm.ts";

/** SMPP 3.4 §3.2. */
const MAX_SEQUENCE = 0x7fff_ffff;

/** Decides, directly before the write, whether a request may still leave. */
export type WriteGate = {
  readonly mayLeave: MayLeave;
  /** Not one byte of it was written, and none will be. */
  readonly onHeld: (why: string) => void;
};

/** A socket that speaks PDUs. */
export type Wire = {
  readonly library: Library;
  /** The event of the library after which a bind may be sent. */
  readonly ready: "connect" | "secureConnect";
  /**
   * Writes together with everything else written in this turn, and numbers a request; false: the socket accepts
   * nothing, nothing will be written.
   */
  write(pdu: Outgoing, gate?: WriteGate): boolean;
  /** Writes the queued requests, and half-closes. */
  close(): void;
};

/**
 * Starts to connect. A certificate is always verified; `tlsCa` and `tlsName` say against what.
 *
 * @param sockets the rules for an address that is not trusted
 * @param onFull called when the socket's buffer is full; its `drain` event says when it no longer is
 */
export function openWire(settings: SmppSettings, sockets: SocketRules | undefined, onFull: () => void): Wire {
  keepFrames();
  keepOctets();
  const { host, port } = endpoint(settings);
  const target = sockets ? checkedTarget(host, sockets) : { host };
  // An address is not a server name (RFC 6066 §3); the certificate is then compared with the address itself.
  const servername = settings.tlsName ?? (/[a-z]/i.test(host) && !host.includes(":") ? host : "");
  const tls = settings.tls ? { servername, ca: settings.tlsCa } : {};
  const library = smpp.connect({ ...target, port, tls: settings.tls, ...tls });
  library.socket.setNoDelay(true);

  let sequence = 0;
  let waiting: { readonly bytes: Buffer; readonly gate: WriteGate | undefined }[] = [];

  // Encoded before and checked here, with one write right after: a process that is stopped between the check and the
  // write sends what was allowed before, so nothing that takes time may come between them.
  const flush = (): void => {
    const turn = waiting;
    waiting = [];
    const isOpen = library.socket.writable;
    const leaving: Buffer[] = [];
    for (const { bytes, gate } of turn) {
      if (isOpen && (gate === undefined || gate.mayLeave())) leaving.push(bytes);
      else gate?.onHeld(isOpen ? HELD_BACK : "link closed");
    }
    if (leaving.length === 0) return;
    library.socket.write(leaving.length === 1 ? leaving[0]! : Buffer.concat(leaving));
    if (library.socket.writableNeedDrain) onFull();
  };

  return {
    library,
    ready: settings.tls ? "secureConnect" : "connect",
    write(pdu, gate) {
      if (!library.socket.writable) return false;
      if (!pdu.isResponse()) pdu.sequence_number = sequence = (sequence % MAX_SEQUENCE) + 1;
      // One packet for everything written in one turn.
      if (waiting.push({ bytes: pdu.toBuffer(), gate }) === 1) process.nextTick(flush);
      return true;
    },
    close() {
      flush();
      library.close();
    },
  };
}

/**
 * A socket looks up names only, so a literal address is checked here. A refused one fails as a name that is unknown.
 */
function checkedTarget(host: string, sockets: SocketRules): { readonly host: string; readonly lookup: unknown } {
  if (isIP(host) === 0 || sockets.mayConnect(host)) return { host, lookup: sockets.lookup };
  const refuse: SocketRules["lookup"] = (_host, _options, callback) =>
    callback(new Error("the address leads into a private network"), undefined as never);
  return { host: "refused.invalid", lookup: refuse };
}
