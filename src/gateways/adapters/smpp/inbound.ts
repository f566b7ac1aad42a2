import { hash } from "node:crypto";

import type { Pdu } from "smpp";

import type { Inbound } from "#domain/gateways/gateway";

import { readText, shiftsOf, type Alphabet, type Shifts } from "./alphabets.ts";
import { openCompleted } from "./completed.ts";
import { bodyOf, type Body } from "./octets.ts";

/** Most incomplete messages kept; beyond that, the parts of the oldest are passed on. */
export const MAX_UNFINISHED = 1_000;
/** Most octets in them: a part may be as long as a PDU, and a message may have 255. */
export const MAX_OCTETS = 8 * 1_024 * 1_024;
/**
 * Milliseconds to wait here for the missing parts of a message, from its first part: an SMSC delivers them one after
 * the other. They are then stored, because the others may arrive at another node, or after a restart.
 */
export const PART_TIMEOUT = 3_000;
/** Milliseconds for which an SMSC repeats the parts of a message that was complete. */
export const REPEAT_WINDOW = 120_000;

type Part = { readonly key: string; readonly total: number; readonly index: number };
/** The content of one part; decoded only with its neighbors, because a character may be cut between them. */
type Piece = Omit<Body, "elements"> & { readonly shifts: Shifts };
type Unfinished = {
  readonly from: string;
  readonly to: string;
  readonly since: number;
  readonly reference: string;
  readonly parts: (Piece | undefined)[];
};

const octetsOf = ({ parts }: Unfinished): number => parts.reduce((sum, piece) => sum + (piece?.octets.length ?? 0), 0);

/** A complete message. `undo` removes its last part again, for an SMSC that will send that part once more. */
export type Assembled = { readonly inbound: Inbound; readonly undo: () => void };

/** Reassembles long incoming messages. One per gateway: parts may arrive on different links. */
export type Reassembly = {
  /** The message that this PDU completes, or null while parts are missing. */
  add(pdu: Pdu): Assembled | null;
  /** The parts of messages that are overdue or exceed the limit. */
  overdue(): readonly Inbound[];
  /** All parts that are left, at shutdown. */
  drain(): readonly Inbound[];
};

/**
 * Opens a reassembly on the given clock.
 *
 * @param alphabet what `data_coding` 0 means
 */
export function openReassembly(clock: { now(): number }, alphabet: Alphabet): Reassembly {
  const unfinished = new Map<string, Unfinished>();
  const completed = openCompleted(MAX_UNFINISHED);
  let octets = 0;

  const put = (text: Unfinished, index: number, piece: Piece | undefined): void => {
    octets += (piece?.octets.length ?? 0) - (text.parts[index]?.octets.length ?? 0);
    text.parts[index] = piece;
  };
  const remove = (key: string, text: Unfinished): void => {
    unfinished.delete(key);
    octets -= octetsOf(text);
  };

  // A Map keeps insertion order, so the first ones are the oldest.
  const takeOut = (isOut: (text: Unfinished) => boolean): readonly Inbound[] => {
    const out: Inbound[] = [];
    for (const [key, text] of unfinished) {
      if (!isOut(text)) continue;
      remove(key, text);
      if (!completed.repeats(key, text.parts, text.since)) out.push(...partsOf(text, alphabet));
    }
    return out;
  };

  return {
    add(pdu) {
      const from = address(pdu.source_addr, pdu.source_addr_ton);
      const to = address(pdu.destination_addr, pdu.dest_addr_ton);
      const { elements, ...body } = bodyOf(pdu);
      const piece = { ...body, shifts: shiftsOf(elements) };
      const part = partOf(pdu, elements);
      if (part === null) return { inbound: whole({ from, to, parts: [piece] }, alphabet), undo: () => {} };
      const key = `${from} ${to} ${part.key} ${part.total}`;
      const parts = Array.from<Piece | undefined>({ length: part.total });
      const text = unfinished.get(key) ?? { from, to, since: clock.now(), reference: part.key, parts };
      put(text, part.index - 1, piece);
      unfinished.set(key, text);
      if (text.parts.includes(undefined)) return null;
      remove(key, text);
      completed.add(key, text.parts, clock.now() + REPEAT_WINDOW);
      const undo = (): void => {
        completed.delete(key);
        text.parts[part.index - 1] = undefined;
        // Other parts may have been repeated meanwhile.
        const repeated = unfinished.get(key);
        if (repeated !== undefined) remove(key, repeated);
        for (const [index, again] of (repeated?.parts ?? []).entries()) text.parts[index] = again ?? text.parts[index];
        octets += octetsOf(text);
        unfinished.set(key, text);
      };
      return { inbound: whole(text, alphabet), undo };
    },
    overdue() {
      const now = clock.now();
      const isOver = (): boolean => unfinished.size > MAX_UNFINISHED || octets > MAX_OCTETS;
      return takeOut((text) => isOver() || now - text.since >= PART_TIMEOUT);
    },
    drain: () => takeOut(() => true),
  };
}

function whole({ from, to, parts }: Pick<Unfinished, "from" | "to" | "parts">, alphabet: Alphabet): Inbound {
  return { from, to, text: textsOf(parts, alphabet).join(""), media: [] };
}

/** Each part that is here as a message that says which part it is. */
function partsOf({ from, to, since, reference, parts }: Unfinished, alphabet: Alphabet): Inbound[] {
  const texts = textsOf(parts, alphabet);
  return parts.flatMap((piece, index) => {
    if (piece === undefined) return [];
    const part = { reference, total: parts.length, number: index + 1 };
    const same = JSON.stringify([from, to, part, piece.octets.toString("base64"), Math.floor(since / REPEAT_BUCKET)]);
    const providerId = `part ${hash("sha256", same, "base64url")}`;
    return [{ providerId, from, to, text: texts[index]!, media: [], part }];
  });
}

/**
 * Milliseconds within which the same part is a repetition: a part has no id, and a person may write the same again under
 * a reference that is used again.
 */
const REPEAT_BUCKET = 600_000;

/** The text of each part; "" for one that is missing, and for one whose text is in the part before it. */
function textsOf(parts: Unfinished["parts"], alphabet: Alphabet): string[] {
  const read = (piece: Piece): string =>
    // A database accepts neither; a message refused for them would be sent to us again forever.
    readText(piece, piece.shifts, alphabet).replaceAll("\u0000", "").toWellFormed();
  const texts: string[] = [];
  while (texts.length < parts.length) {
    const first = parts[texts.length];
    if (first === undefined) {
      texts.push("");
      continue;
    }
    const group = [first];
    while (isAlike(first, parts[texts.length + group.length])) group.push(parts[texts.length + group.length]!);
    const text = read({ ...first, octets: Buffer.concat(group.map(({ octets }) => octets)) });
    const single = group.map(read);
    // A character may be cut between two parts.
    texts.push(...(single.join("") === text ? single : [text, ...group.slice(1).map(() => "")]));
  }
  return texts;
}

/** Whether two parts must be decoded together: an escape and its septet, or half a character, may be at the cut. */
function isAlike(one: Piece, other: Piece | undefined): boolean {
  if (other === undefined || one.broken || other.broken || one.coding !== other.coding) return false;
  return one.shifts.single === other.shifts.single && one.shifts.locking === other.shifts.locking;
}

/** Which part of how many: from the concatenation header (8 or 16-bit reference) or the `sar_*` parameters. */
function partOf(pdu: Pdu, elements: readonly Buffer[]): Part | null {
  for (const element of elements) {
    if (element[0] === 0x00 && element.length === 5) return part(`u${element[2]}`, element[3]!, element[4]!);
    if (element[0] === 0x08 && element.length === 6) {
      return part(`w${element.readUInt16BE(2)}`, element[4]!, element[5]!);
    }
  }
  if (pdu.sar_msg_ref_num === undefined) return null;
  return part(`s${pdu.sar_msg_ref_num}`, pdu.sar_total_segments ?? 0, pdu.sar_segment_seqnum ?? 0);
}

/** A contradictory header makes no part: the message is then complete by itself. */
function part(key: string, total: number, index: number): Part | null {
  return total > 1 && index >= 1 && index <= total ? { key, total, index } : null;
}

/**
 * The number as the SMSC writes it, with `+` if it says that the number is international. Some SMSCs put the
 * international prefix in front of such a number; no country code begins with 0.
 */
function address(digits = "", ton = 0): string {
  return ton === 1 && /^\d/.test(digits) ? `+${digits.replace(/^00/, "")}` : digits;
}
