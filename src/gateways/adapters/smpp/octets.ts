import smpp, { type Pdu } from "smpp";

/** The octets of a message as transmitted, and what its user data header says about them. */
export type Body = {
  readonly octets: Buffer;
  /** `data_coding` (SMPP 3.4 §5.2.19). */
  readonly coding: number;
  /** Information elements of the header, each with its identifier and length in front. */
  readonly elements: readonly Buffer[];
  /** The header is longer than its container: the start of the text is unknown. */
  readonly broken: boolean;
};

const UDH_INDICATOR = 0x40;

let kept = false;

/**
 * Makes the library return incoming text as octets. By itself it decodes with three alphabets by the lower half of
 * `data_coding`, treats ASCII as GSM, and discards what it could not decode.
 */
export function keepOctets(): void {
  if (kept) return;
  kept = true;
  delete smpp.commands.deliver_sm.params.short_message.filter;
  const payload = smpp.tlvs.message_payload;
  const { filter } = payload;
  payload.filter = {
    encode: filter.encode,
    decode(value, skipUdh) {
      return this.command === "deliver_sm" || this.command === "data_sm"
        ? value
        : filter.decode.call(this, value, skipUdh);
    },
  };
}

/** The body of a `deliver_sm` or `data_sm`, in whichever field it is. */
export function bodyOf(pdu: Pdu): Body {
  const whole = [pdu.short_message, pdu.message_payload].find(
    (field): field is Buffer => Buffer.isBuffer(field) && field.length > 0,
  );
  const octets = whole ?? Buffer.alloc(0);
  const coding = pdu.data_coding ?? 0;
  if (((pdu.esm_class ?? 0) & UDH_INDICATOR) === 0 || octets.length === 0)
    return { octets, coding, elements: [], broken: false };
  const end = octets[0]! + 1;
  const elements = end > octets.length ? null : elementsOf(octets.subarray(1, end));
  if (elements === null) return { octets, coding, elements: [], broken: true };
  return { octets: octets.subarray(end), coding, elements, broken: false };
}

/** 3GPP TS 23.040 §9.2.3.24; null if an element is longer than its header. */
function elementsOf(header: Buffer): Buffer[] | null {
  const elements: Buffer[] = [];
  for (let at = 0; at < header.length;) {
    const end = at + 2 + (header[at + 1] ?? header.length);
    if (end > header.length) return null;
    elements.push(header.subarray(at, end));
    at = end;
  }
  return elements;
}
