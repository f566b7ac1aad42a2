import type { PduFields } from "smpp";

import type { OutgoingSms } from "#domain/gateways/gateway";
import { cutGsm7, cutUcs2, gsm7Bytes } from "#lib/gsm7";

import type { SmppSettings } from "./settings.ts";

/** Septets or UTF-16 units of a single SMS, and of one segment besides its 6 bytes of header. */
const MAX_OCTETS = { gsm7: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const;

const UDH_INDICATOR = 0x40;
const FLASH = 0x10;
const RECEIPT = { final: 0x01, all: 0x11, none: 0x00 } as const;
const RECEIPT_IF_FAILED = 0x02;

/**
 * The fields of each `submit_sm` that makes up one message, in order.
 *
 * `data_coding` is always set and the text is always a Buffer: by default the library sends 1 for GSM text, where SMSCs
 * expect 0, and throws above 254 bytes.
 *
 * @param reference joins the segments of a long message, 0-255; the next message to the same phone needs another one
 * @param now       milliseconds since 1970, for an absolute validity period
 */
export function submitFields(sms: OutgoingSms, settings: SmppSettings, reference: number, now: number): PduFields[] {
  const septets = sms.encoding === "gsm7" ? gsm7Bytes(sms.text) : null;
  const { coding, code, write } = writing(sms, septets !== null, settings);
  const whole = write === gsm7 ? Buffer.from(septets!) : write(sms.text);
  const common = {
    service_type: settings.serviceType,
    ...source(sms.from ?? settings.from, settings),
    dest_addr_ton: settings.destTon ?? 1,
    dest_addr_npi: settings.destNpi ?? 1,
    destination_addr: sms.to.replace(/^\+/, ""),
    data_coding: code,
    registered_delivery: RECEIPT[settings.receipts],
    ...validity(sms.validFor, settings.validity, now),
  };
  const { alone, joined } = MAX_OCTETS[coding];
  const units = coding === "gsm7" ? septets!.length : whole.length / 2;
  if (units <= alone) return [{ ...common, short_message: whole }];
  if (settings.long === "payload") return [{ ...common, short_message: Buffer.alloc(0), message_payload: whole }];

  const pieces = coding === "gsm7" ? cutGsm7(sms.text, joined) : cutUcs2(sms.text, joined);
  return pieces.map((piece, index) => {
    const text = write(piece);
    const part = { ...common, registered_delivery: partReceipt(settings, index === pieces.length - 1) };
    if (settings.long === "sar") {
      const sar = { sar_msg_ref_num: reference, sar_total_segments: pieces.length, sar_segment_seqnum: index + 1 };
      return { ...part, short_message: text, ...sar };
    }
    const header = Buffer.of(5, 0, 3, reference, pieces.length, index + 1);
    return { ...part, esm_class: UDH_INDICATOR, short_message: Buffer.concat([header, text]) };
  });
}

type Writing = {
  readonly coding: keyof typeof MAX_OCTETS;
  readonly code: number;
  readonly write: (text: string) => Buffer;
};

const gsm7: Writing["write"] = (text) => Buffer.from(gsm7Bytes(text)!);
const ucs2: Writing["write"] = (text) => Buffer.from(text, "utf16le").swap16();
const bytes: Writing["write"] = (text) => Buffer.from(text, "latin1");

const DATA_CODING = { default: 0, ia5: 1, latin1: 3 } as const;
const FITS = { latin1: /^[\0-\u007f\u00a0-\u00ff]*$/, ascii: /^[\0-\u007f]*$/ } as const;

/**
 * The encoding of a message. Whatever its alphabet, GSM text is cut where its septets end: the SMSC turns it into
 * septets for the air. Flash is part of `data_coding`, which then names the alphabet of GSM or UCS-2.
 *
 * @param fits it is GSM text
 */
function writing(sms: OutgoingSms, fits: boolean, { alphabet, coding }: SmppSettings): Writing {
  const flash = sms.flash ? FLASH : 0;
  const wide: Writing = { coding: "ucs2", code: 8 | flash, write: ucs2 };
  if (!fits) return wide;
  if (sms.flash) return { coding: "gsm7", code: FLASH, write: gsm7 };
  const used = coding === "latin1" ? "latin1" : coding === "ia5" ? "ascii" : alphabet;
  if (used === "gsm7") return { coding: "gsm7", code: 0, write: gsm7 };
  return FITS[used].test(sms.text) ? { coding: "gsm7", code: DATA_CODING[coding], write: bytes } : wide;
}

function partReceipt(settings: SmppSettings, last: boolean): number {
  if (last || settings.receipts === "none") return RECEIPT[settings.receipts];
  return settings.partReceipts === "failures" ? RECEIPT_IF_FAILED : RECEIPT.none;
}

/** Type of number and numbering plan by the kind of sender: alphanumeric 5/0, short code 3/0, E.164 1/1. */
function source(from: string | undefined, settings: SmppSettings) {
  const [ton, npi] =
    from === undefined
      ? [0, 0]
      : !/^\+?\d+$/.test(from)
        ? [5, 0]
        : from.startsWith("+") || from.length > 6
          ? [1, 1]
          : [3, 0];
  return {
    source_addr_ton: settings.sourceTon ?? ton,
    source_addr_npi: settings.sourceNpi ?? npi,
    source_addr: from?.replace(/^\+(?=\d+$)/, "") ?? "",
  };
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");

/** §7.1.1: `YYMMDDhhmmsstnnp`. The length of a month is undefined in a relative period, so it stays under 30 days. */
function validity(seconds: number | undefined, form: SmppSettings["validity"], now: number) {
  if (seconds === undefined || form === "none") return {};
  const left = Math.min(Math.max(1, Math.ceil(seconds)), 30 * 86_400 - 1);
  if (form === "relative") {
    const clock = [left / 86_400, (left / 3_600) % 24, (left / 60) % 60, left % 60].map(two).join("");
    return { validity_period: `0000${clock}000R` };
  }
  const digits = new Date(now + left * 1_000).toISOString().replaceAll(/\D/g, "");
  return { validity_period: `${digits.slice(2, 14)}000+` };
}
