import smpp, { type Pdu } from "smpp";

/** SMPP 3.4 §3.2: the header of a PDU, of which the length is the first part. */
const HEADER = 16;
const LENGTH = 4;

let kept = false;

/**
 * Makes the library keep to the length of a PDU. By itself it waits forever for one that is shorter than a header,
 * reads what was cut off in the middle as if it were whole (a message id then lacks its end), and gives up a link for
 * one parameter that it cannot read, which the SMSC would send again on every link.
 */
export function keepFrames(): void {
  if (kept) return;
  kept = true;
  const { PDU } = smpp;
  const { commandLength } = PDU;
  PDU.commandLength = (stream) => {
    const length = commandLength(stream);
    if (length !== false && length < HEADER) throw new Error(`a PDU of ${length} octets`);
    return length;
  };
  PDU.fromStream = (stream, length) => {
    const rest = stream.read(length - LENGTH) as Buffer | null;
    if (rest === null) return false;
    // At its end a stream returns what it has.
    if (rest.length < length - LENGTH) throw new Error("the link closed in the middle of a PDU");
    const octets = Buffer.alloc(length);
    octets.writeUInt32BE(length);
    rest.copy(octets, LENGTH);
    return decode(octets);
  };
}

/**
 * With the parameters up to one that exceeds the PDU. It is the last: what is read stays within the PDU until then.
 */
function decode(octets: Buffer): Pdu {
  const pdu = Object.create(smpp.PDU.prototype) as Pdu & { fromBuffer(octets: Buffer): void };
  try {
    pdu.fromBuffer(octets);
  } catch {
    // The header says what it answers or asks for.
  }
  return pdu;
}
