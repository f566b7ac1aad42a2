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

/**
 * Asks who is signed in, for the code of the screen, and for what that reads first, while the application is still
 * loading: on a slow line each would cost a round trip of its own after it.
 */
export function headStart(): void {
  const response = ask(session);
  // Before a sign-in the line is needed for the form.
  if (lastPerson() === null) return filesOf(signIn).forEach(load);
  filesOf(location.pathname).forEach(load);
  void readEarly(response);
}

/** Only for whoever is still signed in and may see the screen: the browser complains about every refusal. */
async function readEarly(answer: Promise<Response>): Promise<void> {
  const asked = async (): Promise<{ data?: { capabilities?: unknown } } | null> => (await answer).clone().json();
  const may = (await asked().catch(() => null))?.data?.capabilities;
  if (!Array.isArray(may)) return filesOf(signIn).forEach(load);
  for (const read of firstReads(location, may)) void ask(read);
}

function ask(url: string): Promise<Response> {
  const response = fetch(url, { redirect: "manual" });
  // Whoever takes it reads why it failed.
  response.catch(() => undefined);
  early.set(url, { response, until: Date.now() + valid });
  return response;
}

/** What a screen adds to the first load, as console/vite.config.ts writes it down. */
function filesOf(path: string): readonly string[] {
  const [, area = "", one] = path.split("/");
  const name = (area || "overview") + (one ? "/" : "");
  const screens = document.querySelector<HTMLMetaElement>("meta[name=screens]")?.content.split(";") ?? [];
  const files = screens.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  return files?.split(" ").map((file) => `/console-assets/${file}`) ?? [];
}

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

/** From now on everything is asked for when it is needed: something was changed, or somebody else is signed in. */
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

/** Into the browser's cache. A preloaded style sheet would be complained about where the person may not see the screen. */
function load(href: string): void {
  if (!href.endsWith(".js")) return void fetch(href).catch(() => undefined);
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.crossOrigin = "";
  link.href = href;
  document.head.append(link);
}
