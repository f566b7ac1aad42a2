import { LONGEST_ERROR } from "#domain/webhooks/webhook-store";
import { deadline } from "#lib/deadline";
import { fitText } from "#lib/fit-text";
import { second } from "#lib/time";

/** The sentence about a redirect is longer than its address. */
const LONGEST_ADDRESS = 900;

/**
 * Short, because the status has decided already and other endpoints wait for the slot: an endpoint whose bodies never
 * end would occupy all of its slots.
 */
const BODY_MS = second;

/** The first kilobyte of an answer, as far as it arrives in time, as text that the database accepts. */
export async function readBodyStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  // Closes the connection, unless all of the body has arrived.
  const leave = (): void => void reader?.cancel().catch(() => undefined);
  const limit = deadline(BODY_MS, leave);
  try {
    while (reader && size < LONGEST_ERROR) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.byteLength;
    }
  } catch {
    // The status has been read, and it alone decides.
  }
  limit.end();
  leave();
  const text = Buffer.concat(chunks).subarray(0, LONGEST_ERROR).toString("utf8");
  return printable(text);
}

/**
 * The address in an answer that is a redirect, whose body says nothing or is a page for people; null: it is none.
 * Without its query and fragment, where tokens are.
 */
export function redirectText({ status, headers }: Response): string | null {
  const location = headers.get("location");
  if (location === null || status < 300 || status > 399) return null;
  const [address] = location.split(/(?<=\?)|#/, 1);
  const shown = address!.slice(0, LONGEST_ADDRESS);
  return printable(`redirect to ${shown}${shown.endsWith("?") ? "…" : ""}: not followed`);
}

/** Why no answer arrived, in a word or two: the code of the network error, or its message if it has no code. */
export function failureText(error: unknown): string {
  const trouble = error as { name?: unknown; message?: unknown; cause?: { code?: unknown; message?: unknown } } | null;
  if (trouble?.name === "TimeoutError") return "no answer in time";
  const { cause } = trouble ?? {};
  // `fetch` throws a TypeError for every failure.
  const own = trouble?.name === "TypeError" ? trouble.message : trouble?.name;
  const reason = [cause?.code, cause?.message, own].find((each) => typeof each === "string" && each !== "");
  return printable(typeof reason === "string" ? reason : "network");
}

/** Replaces control characters, including NUL, with blanks. */
function printable(text: string): string {
  return fitText(text.replaceAll(/\p{Cc}+/gu, " "), LONGEST_ERROR);
}
