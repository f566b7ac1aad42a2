import { limits } from "#contract/limits";
import { countRecipients, type Counted, type CountDeps } from "#domain/recipients/count";
import { readNumbers } from "#domain/recipients/numbers";
import type { Country } from "#domain/recipients/phone";

import { completeMoment } from "./dates.ts";
import { expandText, type ExpandDeps } from "./expand.ts";
import { booleanOf, isOn, listOf, textOf } from "./parameters.ts";
import { failed, refused, succeeded, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatCall, type CompatRoute } from "./route.ts";

export type QuickDeps = ExpandDeps & CountDeps & { readonly country: Country | null; readonly hasCommerce: boolean };

type Quick = {
  readonly groups: readonly unknown[];
  readonly roles: readonly unknown[];
  readonly users: readonly unknown[];
  readonly numbers: readonly unknown[];
  readonly customers: boolean;
  readonly community: boolean;
};

/** `POST /send/quick` and `POST /send/count`: what the send form of WP SMS calls. Selectors are united. */
export function quickRoutes(services: QuickDeps): CompatRoute[] {
  return [
    { method: "POST", path: "/send/quick", access: "svc_sendsms", handle: (call) => send(services, call) },
    {
      method: "POST",
      path: "/send/count",
      access: "svc_sendsms",
      async handle({ fields, caller }) {
        const quick = readQuick(fields.get("recipients"));
        if (caller.hostBlocked && isElsewhere(quick)) return waits();
        const { customers: _customers, ...counts } = await count(services, quick);
        return succeeded("", counts);
      },
    },
  ];
}

async function send(services: QuickDeps, call: CompatCall): Promise<CompatReply> {
  const { fields } = call;
  const quick = readQuick(fields.get("recipients"));
  if (quick.community) return refused("There is no BuddyPress here.");
  const text = textOf(fields, "message");
  if (text.trim() === "") return refused("The message is empty.");
  const filled = [
    ["subscribers", "group_ids", quick.groups],
    ["roles", "role_ids", quick.roles],
    ["users", "users", quick.users],
    ["numbers", "numbers", quick.numbers],
  ] as const;
  const used = filled.filter(([, , list]) => list.length > 0);
  const selectors = [...used.map(([name]) => name), ...(quick.customers ? ["customers"] : [])];
  if (selectors.length === 0) return refused("The message has no recipients.");
  const expanded = await expandText(services, call, text);
  if (typeof expanded !== "string") return expanded;
  const media = textOf(fields, "media_url").trim();
  if (!isNothing(fields.get("schedule")) && textOf(fields, "schedule") === "") {
    // Otherwise it would be sent at once.
    return refused("schedule must be a date and time such as 2027-06-01T12:00:00.");
  }
  const schedule = completeMoment(textOf(fields, "schedule"));
  // Before sending: a caller who gets an error afterwards would send again.
  const found = isResolvedLater(quick) && !call.caller.hostBlocked ? (await count(services, quick)).total : null;
  const result = await call.callApi("POST /send", {
    message: expanded,
    // As in `sendAs`.
    personalize: false,
    sender: textOf(fields, "from") || undefined,
    recipients: selectors,
    ...Object.fromEntries(used.map(([, field, list]) => [field, list])),
    skip_invalid: true,
    flash: booleanOf(fields.get("flash")) ?? fields.get("flash") ?? undefined,
    media_urls: media === "" ? undefined : [media],
    schedule: schedule || undefined,
    repeat: schedule === "" ? undefined : repeatOf(fields.get("repeat")),
  });
  if (!result.ok) return refusalOf(result);
  const known = (result.data["recipients"] as { accepted?: number | null } | undefined)?.accepted;
  return {
    ...succeeded(result.message, { recipient_count: known ?? found, credit: result.data["balance"] }),
    headers: result.headers,
  };
}

/** Whether recipients must be looked up on the platform or in the shop. */
function isElsewhere({ roles, users, customers }: Quick): boolean {
  return roles.length > 0 || users.length > 0 || customers;
}

/** Whether the number of recipients is unknown when the message is accepted. */
function isResolvedLater({ groups, roles, users, customers }: Quick): boolean {
  return groups.length > 0 || roles.length > 0 || customers || users.length > limits.usersCheckedAtOnce;
}

/** With as many such calls as the site has workers, they would wait for each other. */
function waits(): CompatReply {
  return failed(
    "rest_forbidden",
    "The site is waiting for this response and cannot be queried: call the service directly.",
    403,
  );
}

async function count(services: QuickDeps, quick: Quick): Promise<Counted> {
  const ids = (list: readonly unknown[]): number[] =>
    list.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return countRecipients(services, {
    groups: ids(quick.groups),
    roles: quick.roles.map(String),
    users: ids(quick.users),
    numbers: readNumbers(quick.numbers.map(String), services.country).phones,
    customers: quick.customers && services.hasCommerce,
  });
}

function readQuick(recipients: unknown): Quick {
  const fields = (typeof recipients === "object" && recipients !== null ? recipients : {}) as Record<string, unknown>;
  return {
    groups: listOf(fields["groups"]),
    roles: listOf(fields["roles"]),
    users: listOf(fields["users"]),
    numbers: listOf(fields["numbers"]),
    customers: isOn(fields["wooCustomers"]),
    community: isOn(fields["buddyPressUsers"]),
  };
}

/** Whether PHP would treat the value as empty: there, an empty list or object is the same as nothing. */
function isNothing(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === "" || value === false;
}

/** The form has one number and one word; the interval of `/send` is an object. */
function repeatOf(value: unknown): object | undefined {
  if (typeof value !== "object" || value === null || isNothing(value)) return undefined;
  // Unknown names are passed on, and so refused: an end under a wrong name must not become a repeat without end.
  const { interval = 1, unit = "day", endDate, ...others } = value as Readonly<Record<string, unknown>>;
  const inner = typeof interval === "object" ? interval : { value: interval, unit };
  const end = typeof endDate === "string" ? completeMoment(endDate) : endDate;
  return { ...others, interval: inner, ...(!isNothing(end) && { endDate: end }) };
}
