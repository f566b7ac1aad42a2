import { z } from "zod";

import { flag, numeric } from "../../define.ts";

const typeOfNumber = (label: string) => numeric({ min: 0, max: 255 }).optional().meta({ label });
const seconds = (most: number) => numeric({ min: 0.05, max: most, whole: false });

/** The settings agreed with a carrier. Lengths are those of SMPP 3.4 §5.2, relaxed where carriers exceed them. */
export const smppSettings = z.object({
  systemId: z.string().min(1).max(64).meta({ label: "System id" }),
  password: z.string().max(64).default("").meta({ label: "Password", secret: true }),
  host: z.string().min(1).meta({ label: "Host and port", help: "Without a port: 2775, with TLS 3550." }),
  systemType: z.string().max(12).default("").meta({ label: "System type" }),
  serviceType: z.string().max(5).default("").meta({ label: "Service type" }),
  from: z.string().max(20).optional().meta({ label: "Sender" }),
  tls: flag().default(false).meta({ label: "TLS" }),
  tlsCa: z.string().optional().meta({
    label: "CA certificate (PEM)",
    help: "Only if the carrier's certificate comes from a private authority.",
  }),
  tlsName: z.string().optional().meta({ label: "Name in the certificate", help: "Absent: the host." }),
  bind: z.enum(["transceiver", "separate", "transmitter"]).default("transceiver").meta({
    label: "Kind of bind",
    help: "separate: a transmitter and a receiver, for an SMSC that does not accept bind_transceiver. transmitter: sending only, if receipts and replies arrive otherwise.",
  }),
  binds: numeric({ min: 1, max: 16 }).default(1).meta({
    label: "Binds",
    help: "Concurrent connections, as the carrier allows; with bind=separate, this many of each kind.",
  }),
  window: numeric({ min: 1, max: 1_000 })
    .default(10)
    .meta({ label: "Window", help: "Unanswered submits per bind. Speed = window ÷ the carrier's response time." }),
  timeout: seconds(300).default(30).meta({ label: "Response timeout (s)", help: "After it the outcome is unknown." }),
  enquire: seconds(3_600).default(30).meta({ label: "enquire_link after idle time (s)" }),
  misses: numeric({ min: 1, max: 20 }).default(3).meta({ label: "Unanswered enquire_links before the link is cut" }),
  alphabet: z.enum(["gsm7", "latin1", "ascii"]).default("gsm7").meta({
    label: "Alphabet of data_coding 0",
    help: "Its meaning at the SMSC in both directions: unpacked septets of GSM 03.38, Latin 1, or ASCII.",
  }),
  coding: z.enum(["default", "ia5", "latin1"]).default("default").meta({
    label: "data_coding of messages that are not Unicode",
    help: "0, 1 (ASCII) or 3 (Latin 1). A message with a character outside of it is sent in UCS-2 (8).",
  }),
  long: z
    .enum(["udh", "sar", "payload"])
    .default("udh")
    .meta({ label: "Long messages", help: "User data headers, sar_* parameters, or one message_payload." }),
  messageId: z.enum(["same", "hex-dec", "dec-hex"]).default("same").meta({
    label: "Message ids",
    help: "Base in responses, then in receipts. If wrong, messages are sent but never become delivered.",
  }),
  receipts: z.enum(["final", "all", "none"]).default("final").meta({ label: "Receipts to request" }),
  partReceipts: z.enum(["last", "failures"]).default("last").meta({
    label: "Receipts for the segments of a long message",
    help: "For the last segment only; or also for the others if they fail. Not every SMSC supports that: if it reports their successes, too, the first of them counts for the message.",
  }),
  validity: z
    .enum(["relative", "absolute", "none"])
    .default("relative")
    .meta({ label: "Format of the validity period" }),
  sourceTon: typeOfNumber("TON of the sender (absent: by its kind)"),
  sourceNpi: typeOfNumber("NPI of the sender (absent: by its kind)"),
  destTon: typeOfNumber("TON of the recipient (absent: 1)"),
  destNpi: typeOfNumber("NPI of the recipient (absent: 1)"),
});

export type SmppSettings = z.infer<typeof smppSettings>;

/** `host`, `host:port`, `[::1]:port` → what a socket needs. */
export function endpoint({ host, tls }: Pick<SmppSettings, "host" | "tls">): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(host) ?? [];
  return { host: bracketed ?? plain ?? host, port: Number(port ?? (tls ? 3550 : 2775)) };
}
