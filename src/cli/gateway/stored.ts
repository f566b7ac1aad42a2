import { resourceCommand, type Action } from "../resource.ts";

const settings = { wire: "settings", multiple: true } as const;
const flags = {
  set: { ...settings, value: "KEY=VALUE", as: "pairs" },
  prompt: { ...settings, value: "KEY", as: "prompted" },
  "by-name-only": { wire: "in_default_route", sends: false },
} as const;

const actions: readonly Action[] = [
  {
    name: "kinds",
    method: "GET",
    path: "/gateways/kinds",
    columns: { KIND: "kind", NAME: "label", ABOUT: "about" },
    usualLimit: 100,
    about: "with --json: the settings of each",
  },
  {
    name: "add",
    words: ["NAME", "KIND"],
    method: "POST",
    path: "/gateways",
    sends: { NAME: "name", KIND: "kind" },
    flags,
  },
  {
    name: "update",
    words: ["NAME"],
    method: "PATCH",
    path: "/gateways/{NAME}",
    flags: {
      ...flags,
      "in-default-route": { wire: "in_default_route" },
      position: { wire: "position", value: "N" },
      version: { wire: "version", value: "N" },
    },
  },
  { name: "enable", words: ["NAME"], method: "PATCH", path: "/gateways/{NAME}", fixed: { enabled: true } },
  { name: "disable", words: ["NAME"], method: "PATCH", path: "/gateways/{NAME}", fixed: { enabled: false } },
  {
    name: "remove",
    words: ["NAME"],
    method: "DELETE",
    path: "/gateways/{NAME}",
    flags: { version: { wire: "version", value: "N" } },
  },
  {
    name: "pause",
    words: ["NAME"],
    method: "POST",
    path: "/gateways/{NAME}/pause",
    flags: { reason: { wire: "reason", value: "TEXT" } },
  },
  { name: "resume", words: ["NAME"], method: "POST", path: "/gateways/{NAME}/resume" },
  { name: "routing", method: "GET", path: "/gateways/routing", isRecord: true },
  {
    name: "set-routing",
    words: ["EXPRESSION"],
    method: "PUT",
    path: "/gateways/routing",
    sends: { EXPRESSION: "routing" },
    flags: { version: { wire: "version", value: "N" } },
  },
  { name: "clear-routing", method: "PUT", path: "/gateways/routing", fixed: { routing: null } },
];

export const STORED_ACTIONS = actions.map(({ name }) => name);

/** Actions on the gateways that are configured at run time, and on the routing. */
export const storedGateways = resourceCommand({
  name: "gateway",
  actions,
  notes: [
    "--set gives a setting of the adapter. --prompt reads it from standard input, one line for each: use it for secrets.",
    "--by-name-only: the gateway sends only what names it.",
  ],
});
