import { lastPerson } from "./own-storage.ts";

/** As long as a response is news, in milliseconds. */
const valid = 10_000;

const session = "/svc/v1/session";
let asked: { readonly response: Promise<Response>; readonly until: number } | null = null;

/**
 * Asks who is signed in and for the code of the screen while the application is still loading: on a slow line each would
 * cost a round trip of its own after it.
 */
export function headStart(): void {
  const response = fetch(session, { redirect: "manual" });
  // Whoever asks for the session reads why it failed.
  response.catch(() => undefined);
  asked = { response, until: Date.now() + valid };
  // Before a sign-in the line is needed for other things.
  if (lastPerson() !== null) filesOf(location.pathname).forEach(load);
}

/** What a screen adds to the first load, as console/vite.config.ts writes it down. */
function filesOf(path: string): readonly string[] {
  const name = path.slice(1) || "overview";
  const screens = document.querySelector<HTMLMetaElement>("meta[name=screens]")?.content.split(";") ?? [];
  const files = screens.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  return files?.split(" ").map((file) => `/console-assets/${file}`) ?? [];
}

/** `fetch`, with the response that is there already. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  const early = asked;
  if (early === null || input !== session || (init?.method ?? "GET") !== "GET") return fetch(input, init);
  asked = null;
  return Date.now() < early.until ? early.response : fetch(input, init);
};

/** Into the browser's cache. A preloaded style sheet would be complained about where the person may not see the screen. */
function load(href: string): void {
  if (!href.endsWith(".js")) return void fetch(href).catch(() => undefined);
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.crossOrigin = "";
  link.href = href;
  document.head.append(link);
}
