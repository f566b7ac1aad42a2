import { firstReads } from "./first-reads.ts";
import { lastPerson } from "./own-storage.ts";

/** As long as a response is news, in milliseconds. */
const valid = 10_000;

const session = "/svc/v1/session";
/** As if it were an address: it is shown at all of them. */
const signIn = "/sign-in";
const early = new Map<string, { readonly response: Promise<Response>; readonly until: number }>();
/** One of them was taken, and nobody was told yet. */
let taken = false;

/** How long the application waits at most for what the screen reads to be asked for, in milliseconds. */
const patience = 250;

/** What `public/before-paint.js` has begun before this file was there. */
declare global {
  interface Window {
    readonly tidingsHeadStart: {
      readonly session: Promise<Response>;
      /** When it was asked for, in milliseconds since 1970. */
      readonly at: number;
      /** Loads the files of the screen at a path. */
      readonly load: (path: string) => void;
      /** When each of the styles among them is there, which nothing else waits for. */
      readonly styles: readonly Promise<unknown>[];
    };
  }
}

/**
 * Takes who is signed in, and asks for what the screen reads first, while the application is still loading: on a slow
 * line each would cost a round trip of its own after it.
 *
 * @returns when that is asked for: a slow processor that has begun with the application asks for nothing in between
 */
export async function headStart(): Promise<void> {
  const { session: response, at, load } = window.tidingsHeadStart;
  early.set(session, { response, until: at + valid });
  if (lastPerson() === null) return load(signIn);
  await Promise.race([readEarly(response), new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** Only for users who are still signed in and may see the screen: the browser complains about every refusal. */
async function readEarly(answer: Promise<Response>): Promise<void> {
  const read = async (): Promise<{ data?: { capabilities?: unknown } } | null> => (await answer).clone().json();
  const may = (await read().catch(() => null))?.data?.capabilities;
  if (!Array.isArray(may)) return window.tidingsHeadStart.load(signIn);
  for (const path of firstReads(location, may)) fetchEarly(path);
}

function fetchEarly(url: string): void {
  const response = fetch(url, { redirect: "manual" });
  // The code that takes it reads why it failed.
  response.catch(() => undefined);
  early.set(url, { response, until: Date.now() + valid });
}

/** Whether something that the screen reads was asked for, and not taken yet. */
export const hasHeadStart = (): boolean => [...early].some(([url, { until }]) => url !== session && Date.now() < until);

/** The id in the address of a screen about one thing. */
export const lastOfPath = (): string => location.pathname.split("/").at(-1) ?? "";

/** `fetch`, with the response that is there already. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  // After a change what was read before it is old.
  if ((init?.method ?? "GET") !== "GET") endHeadStart();
  else if (typeof input === "string") {
    const found = early.get(input);
    early.delete(input);
    if (found && Date.now() < found.until) {
      taken = true;
      return found.response;
    }
  }
  return fetch(input, init);
};

/** From now on everything is requested when it is needed: something was changed, or another user is signed in. */
export function endHeadStart(): void {
  early.clear();
}

/**
 * Ends the head start, because from now on changes are told.
 *
 * @returns whether something that was read until now is older than the moment of its reading; said once
 */
export function endUntoldReads(): boolean {
  endHeadStart();
  const were = taken;
  taken = false;
  return were;
}

/** When the styles of the screen are there, which nothing else waits for. */
export const stylesThere = (): Promise<unknown> => Promise.all(window.tidingsHeadStart.styles);
