import { sendData, sendRequest, type SendRequest } from "#contract/send";
import { limits } from "#contract/limits";
import { Fault, type Detail, type DetailCode } from "#domain/fault";
import type { Accepted, Audience } from "#domain/messages/message";
import { MAX_OTP_RECIPIENTS, sendMessage, type SendCommand, type SendPorts, type Sent } from "#domain/messages/send";
import { segmentsOf } from "#domain/messages/segments";
import type { CreditStore, StoredCredit } from "#domain/ports/credit-store";
import type { GroupLookup } from "#domain/ports/group-store";
import type { Host } from "#domain/ports/host";
import type { RouteInfo, Routes } from "#domain/ports/routes";
import type { Country } from "#domain/recipients/phone";
import { readNumbers } from "#domain/recipients/numbers";
import { chooseSelectors, selectors, type Filled, type Selector } from "#domain/recipients/selection";
import { withPrefix } from "#lib/ids";
import { counted } from "#lib/counted";

import { endpoint, type CallContext, type Endpoint, type Replay, type Reply } from "../endpoint.ts";
import { Failure } from "../failure.ts";
import { bodyOf, inFlight, mismatch } from "../pipeline.ts";

export type SendServices = SendPorts & {
  readonly host: Host;
  readonly groups: GroupLookup;
  readonly routes: Routes;
  readonly credit: CreditStore;
  /** The site's sender id, for messages that name none. */
  readonly sender: string | null;
  readonly hasCommerce: boolean;
  readonly country: Country | null;
  /** What forbids a media URL, null where nothing does. */
  readonly checkUrl: (url: string) => Promise<DetailCode | null>;
  /** Adds what is wrong with schedule and repeat. Returns whether either was asked for. */
  readonly readSchedule: (fields: Partial<SendRequest>, faults: Detail[]) => boolean;
};

type Command = SendCommand & { readonly skipped: readonly Detail[]; readonly scheduled: boolean };

export function sendEndpoint(services: SendServices): Endpoint {
  return endpoint<typeof sendRequest, Command>({
    method: "POST",
    path: "/send",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Send a message",
    description:
      "Accepts a message for newsletter groups, users, roles, customers and direct numbers. Every person gets it once, whatever the number of selectors that name them. The reply comes when the message is stored for good; gateways are asked afterwards.",
    input: sendRequest,
    data: sendData,
    errors: [
      "did_you_mean",
      "selector_conflict",
      "no_recipients",
      "gateway_cannot",
      "no_gateway",
      "no_commerce",
      "addon_required",
    ],
    idempotency: "own",
    refuseMisspelt: true,
    read: (fields, context, faults) => readSend(services, fields, context, faults),
    handle: (command, context) => handleSend(services, command, context),
  });
}

async function readSend(
  services: SendServices,
  fields: Partial<SendRequest>,
  context: CallContext,
  faults: Detail[],
): Promise<Command> {
  const filled = filledOf(fields);
  const chosen = chooseSelectors(filled, faults);
  const numbers = readNumbers(
    fields.numbers ? "numbers" : "recipients",
    chosen.has("numbers") ? filled.numbers : [],
    services.country,
  );
  if (!fields.skip_invalid) faults.push(...numbers.faults);
  readText(fields, faults);
  const scheduled = services.readSchedule(fields, faults);
  const route = readRoute(services.routes, fields.gateway, faults);
  const [audience, contacts] = await Promise.all([
    readAudience(services, filled, chosen, faults),
    readUsers(services.host, chosen.has("users") ? filled.users : [], faults),
    readMedia(services, fields.media_urls ?? [], faults),
  ]);
  if (fields.category === "otp" && (audience || numbers.phones.length + contacts.length > MAX_OTP_RECIPIENTS)) {
    faults.push({
      field: "category",
      code: "too_many",
      message: `otp goes to at most ${limits.otpRecipients} direct numbers or users`,
    });
  }
  if (chosen.has("customers") && !services.hasCommerce && faults.length === 0) {
    throw new Fault("no_commerce", "There is no shop to take customers from: no e-commerce extension is configured.");
  }
  return {
    text: fields.message ?? "",
    sender: fields.sender ?? services.sender,
    flash: fields.flash ?? false,
    media: fields.media_urls ?? [],
    category: fields.category ?? null,
    validFor: fields.valid_for ?? null,
    route: route!,
    numbers: numbers.phones,
    duplicates: numbers.duplicates,
    invalid: numbers.faults.length,
    contacts,
    audience,
    createdBy: context.caller.principal,
    skipped: numbers.faults,
    scheduled,
  };
}

function filledOf(fields: Partial<SendRequest>): Filled {
  const named = fields.recipients?.filter((entry) => entry !== "");
  const numbers = [...(fields.numbers ?? [])];
  let chosen: Set<Selector> | null = null;
  if (named && named.length > 0) {
    chosen = new Set();
    for (const entry of named) {
      const selector = entry === "wc-customers" ? "customers" : entry;
      if ((selectors as readonly string[]).includes(selector)) chosen.add(selector as Selector);
      else numbers.push(selector);
    }
    if (numbers.length > (fields.numbers?.length ?? 0)) chosen.add("numbers");
  }
  return {
    named: chosen ? [...chosen] : null,
    groups: fields.group_ids ?? null,
    users: fields.users ?? [],
    roles: fields.role_ids ?? [],
    numbers,
  };
}

function readText(fields: Partial<SendRequest>, faults: Detail[]): void {
  if (faults.some((fault) => fault.field === "message")) return;
  const text = fields.message ?? "";
  if (text.trim() === "") {
    if ((fields.media_urls?.length ?? 0) === 0) {
      faults.push({ field: "message", code: "required", message: "is required unless there is media" });
    }
    return;
  }
  const { segments } = segmentsOf(text);
  if (segments > limits.messageSegments) {
    faults.push({
      field: "message",
      code: "too_long",
      message: `needs ${segments} segments; ${limits.messageSegments} are the most`,
    });
  }
}

/** The way out. No gateway at all is a rule, told only when every parameter is right. */
function readRoute(routes: Routes, name: string | undefined, faults: Detail[]): RouteInfo | null {
  if (name !== undefined) {
    const route = routes.byName(name);
    if (!route) {
      const known = routes.names().join(", ") || "none is configured";
      faults.push({
        field: "gateway",
        code: "unknown_gateway",
        message: `is not the name of a gateway (${known})`,
        value: name,
      });
    }
    return route;
  }
  return routes.byDefault();
}

async function readAudience(
  services: SendServices,
  filled: Filled,
  chosen: ReadonlySet<Selector>,
  faults: Detail[],
): Promise<Audience | null> {
  const groups = chosen.has("subscribers") ? filled.groups : null;
  const wanted = chosen.has("roles") ? [...new Set(filled.roles)] : [];
  const users = chosen.has("users") && filled.users.length > limits.usersCheckedAtOnce ? filled.users : [];
  const ids: readonly number[] = groups === null || groups === "all" ? [] : groups;
  const [existing, roles] = await Promise.all([
    ids.length > 0 ? services.groups.existing(ids) : [],
    wanted.length > 0 ? services.host.roles(wanted) : [],
  ]);
  const known = new Set(existing);
  ids.forEach((id, index) => {
    if (!known.has(id))
      faults.push({
        field: `group_ids[${index}]`,
        code: "unknown_group",
        message: "is not the id of a group",
        value: id,
      });
  });
  const spelled = new Set(roles.map((role) => role.toLowerCase()));
  filled.roles.forEach((role, index) => {
    if (chosen.has("roles") && !spelled.has(role.toLowerCase())) {
      faults.push({
        field: `role_ids[${index}]`,
        code: "unknown_role",
        message: "is not the name of a role",
        value: role,
      });
    }
  });
  const customers = chosen.has("customers");
  if (!groups && roles.length === 0 && users.length === 0 && !customers) return null;
  return { groups, roles, users, customers };
}

/** Up to 100 users are looked up at once, so that a wrong id is told; more are resolved afterwards. */
async function readUsers(host: Host, ids: readonly number[], faults: Detail[]): Promise<SendCommand["contacts"]> {
  if (ids.length === 0 || ids.length > limits.usersCheckedAtOnce) return [];
  const contacts = await host.users([...new Set(ids)]);
  const found = new Set(contacts.map((contact) => contact.id));
  ids.forEach((id, index) => {
    if (!found.has(id))
      faults.push({ field: `users[${index}]`, code: "unknown_user", message: "is not the id of a user", value: id });
  });
  return contacts;
}

async function readMedia(services: SendServices, urls: readonly string[], faults: Detail[]): Promise<void> {
  const refusals = await Promise.all(urls.map((url) => services.checkUrl(url)));
  refusals.forEach((code, index) => {
    if (code)
      faults.push({
        field: `media_urls[${index}]`,
        code,
        message:
          code === "private_address"
            ? "leads into a private network"
            : "must be an https URL without user name and password",
      });
  });
}

async function handleSend(services: SendServices, command: Command, context: CallContext): Promise<Reply | Replay> {
  if (command.scheduled) {
    throw new Fault("addon_required", "Scheduling and recurring messages need the paid add-on. Nothing was sent.");
  }
  if (!command.route)
    throw new Fault("no_gateway", "No gateway is configured, so nothing could be sent. Set TIDINGS_GATEWAY.");
  const credit = await services.credit.last(command.route.gateway);
  const reply = (sent: Sent): Reply => replyOf(command, sent, credit);
  const { idempotency } = context;
  const { result, sent } = await sendMessage(
    services,
    command,
    idempotency
      ? (toSent) => ({
          ...idempotency,
          reply: (accepted: Accepted) => ({ status: 200, body: bodyOf(reply(toSent(accepted)), context.warnings) }),
        })
      : undefined,
  );
  switch (result.kind) {
    case "accepted":
      return reply(sent(result.message));
    case "replayed":
      if (result.status >= 400) throw new Failure("internal", "A kept refusal was met by an accepted message.");
      return { replayed: true, status: result.status, body: result.body };
    case "mismatch":
      throw mismatch();
    case "in_flight":
      throw inFlight();
  }
}

function replyOf(command: Command, { message, category, segments }: Sent, credit: StoredCredit | null): Reply {
  const { id, state, ...recipients } = message;
  const balance = credit === null ? NaN : Number(credit.amount);
  return {
    message: sentence(message, command.route.sandbox),
    data: {
      message_id: withPrefix("msg", id),
      state,
      recipients,
      ...(command.skipped.length > 0 && { invalid_numbers: command.skipped }),
      segments: segments.segments,
      encoding: segments.encoding,
      category,
      gateway: command.route.gateway,
      sandbox: command.route.sandbox,
      balance: Number.isFinite(balance) ? balance : null,
      balance_checked_at: credit === null ? null : new Date(credit.checkedAt).toISOString(),
    },
  };
}

function sentence(message: Accepted, sandbox: boolean): string {
  const count = message.accepted;
  const who = count === null ? "" : ` for ${counted(count, "recipient")}`;
  const tail = count === null ? " Its recipients are being found." : "";
  return sandbox
    ? `Message accepted${who} by the sandbox: nothing leaves this machine.${tail}`
    : `Message accepted${who}.${tail}`;
}
