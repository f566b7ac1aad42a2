import { firstReads } from "./first-reads.ts";
import { lastPerson } from "./own-storage.ts";

/** How long a response counts as current, in milliseconds. */
const valid = 10_000;

const session = "/svc/v1/session";
/** Treated like an address: it is shown at all of them. */
const signIn = "/sign-in";
const early = new Map<string, { readonly response: Promise<Response>; readonly until: number }>();
/** One of them was taken, and this was not reported yet. */
let taken = false;

/** The longest time that the application waits until the screen's data are requested, in milliseconds. */
const patience = 250;

/** The requests that `public/before-paint.js` began before this file was loaded. */
declare global {
  interface Window {
    readonly tidingsHeadStart: {
      readonly session: Promise<Response>;
      /** When it was asked for, in milliseconds since 1970. */
      readonly at: number;
      /** Loads the files of the screen at a path. */
      readonly load: (path: string) => void;
      /** Resolves when each of the style sheets among them is loaded; nothing else waits for these. */
      readonly styles: readonly Promise<unknown>[];
    };
  }
}

/**
 * Takes the session, and requests what the screen reads first, while the application is still loading: on a slow
 * connection each would otherwise cost a further round trip.
 *
 * @returns resolves when this is requested: once a slow processor has begun with the application, it makes no requests
 *   in between
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
  // The code that takes it handles the failure.
  response.catch(() => undefined);
  early.set(url, { response, until: Date.now() + valid });
}

/** Whether something that the screen reads was requested and not taken yet. */
export const hasHeadStart = (): boolean => [...early].some(([url, { until }]) => url !== session && Date.now() < until);

/** The id in the address of a screen about one thing. */
export const lastOfPath = (): string => location.pathname.split("/").at(-1) ?? "";

/** `fetch`, with the response that has already arrived. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  // After a change, what was read before it is outdated.
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

/** From now on, everything is requested when it is needed: something was changed, or another user is signed in. */
export function endHeadStart(): void {
  early.clear();
}

/**
 * Ends the head start, because from now on changes are reported.
 *
 * @returns whether something that was read until now may be outdated; true only once
 */
export function endUntoldReads(): boolean {
  endHeadStart();
  const were = taken;
  taken = false;
  return were;
}

/** Resolves when the style sheets of the screen are loaded; nothing else waits for these. */
export const stylesThere = (): Promise<unknown> => Promise.all(window.tidingsHeadStart.styles);
