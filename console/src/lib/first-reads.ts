import type { Capability } from "./capability.ts";
import { isNumericId } from "./numeric-id.ts";

const api = "/svc/v1";
/** What the screens read first, and the capability that they require. */
const screens: Readonly<Record<string, readonly [Capability, ...string[]]>> = {
  "/overview": ["svc_setting", "/stats?interval=hour&group_by=gateway", "/status", "/alerts?state=open&per_page=100"],
  "/messages": ["svc_sendsms", "/messages?per_page=50"],
  "/schedules": ["svc_sendsms", "/schedules?per_page=50"],
  "/templates": ["svc_sendsms", "/templates?per_page=100"],
  "/outbox": ["svc_outbox", "/outbox?per_page=100"],
  "/inbox": ["svc_inbox", "/inbox/threads?per_page=50"],
  "/subscribers": ["svc_subscribers", "/subscribers?per_page=100"],
  "/groups": ["svc_subscribers", "/groups?per_page=100"],
  "/gateways": ["svc_setting", "/gateways?per_page=100"],
};
/** Screens about one thing, which has the same path in the API. */
const things = [
  { parent: "/messages/", isId: (id: string) => /^msg_[\w-]+$/.test(id), capability: "svc_sendsms" },
  { parent: "/subscribers/", isId: isNumericId, capability: "svc_subscribers" },
] as const;

/**
 * What the screen in the address reads before it shows anything, if the person may see it. With a filter in the address
 * it reads something else.
 */
export function firstReads(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  may: readonly string[],
): readonly string[] {
  if (search !== "") return [];
  const [capability, ...reads] = screens[pathname === "/" ? "/overview" : pathname] ?? [];
  if (capability !== undefined) return may.includes(capability) ? reads.map((read) => api + read) : [];
  const thing = things.find(({ parent, isId }) => pathname.startsWith(parent) && isId(pathname.slice(parent.length)));
  return thing && may.includes(thing.capability) ? [api + pathname] : [];
}
