import { previewData } from "#contract/preview";
import { sendRequest } from "#contract/send";
import type { Caller } from "#domain/access/capability";
import { checkConsent, type ConsentCheckDeps } from "#domain/consent/require-consent";
import type { MayName } from "#domain/preview/person-label";
import { previewMessage, type Preview, type PreviewDeps } from "#domain/preview/preview";
import type { FundsDeps } from "#domain/spending/spend-rules";
import { counted } from "#lib/counted";
import { uuidTime, withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { marketingCallOf } from "./send.ts";
import { readSend, type SendCall, type SendFieldsDeps } from "./send-fields.ts";
import { refusalsOf, type SendRefusal } from "./send-refusals.ts";

export type SendPreviewDeps = SendFieldsDeps & PreviewDeps & ConsentCheckDeps & FundsDeps;

/** `POST /send/preview`. */
export function sendPreviewEndpoint(services: SendPreviewDeps): Endpoint {
  return endpoint<typeof sendRequest, SendCall>({
    operationId: "previewMessage",
    needsBody: true,
    method: "POST",
    path: "/send/preview",
    access: "svc_sendsms",
    // The call has no effects to protect, and its reply must not be stored: it contains people's texts, which an
    // erasure would not find there.
    idempotency: "own",
    tag: "Previews",
    summary: "Preview a message",
    description:
      "What `POST /send` with the same parameters would do: who would receive the message, in how many segments and at what cost, and who would not. Nothing is stored or sent, and no gateway is contacted. A call that would be refused is refused here for the same reasons, except where something besides the call has to change first (consent, the spend cap, low credit): this is in `data.refusals`, beside all figures.",
    input: sendRequest,
    data: previewData,
    errors: [
      "selector_conflict",
      "no_recipients",
      "gateway_cannot",
      "no_gateway",
      "no_commerce",
      "no_phone_numbers",
      "public_url_missing",
    ],
    read: (fields, context, issues) => readSend(services, fields, context, issues),
    async handle(call, { warnings, caller }) {
      // A basis counts as declared when something is sent on it.
      const consent = await checkConsent(services, marketingCallOf(services, call));
      warnings.push(...consent.warnings);
      const preview = await previewMessage(services, call, {
        at: call.timetable?.plan.start.at ?? services.now(),
        withoutConsent: consent.missing,
        // They read the log of what was sent, too.
        mayReadTexts: caller.capabilities.has("svc_outbox"),
        mayName: mayName(caller),
      });
      const refusals = await refusalsOf(services, call, consent.refusal);
      return replyOf(call, preview, refusals);
    },
  });
}

/** A caller who may list the people of a kind may know who they are. */
export function mayName({ capabilities }: Caller): MayName {
  return (kind) => capabilities.has(kind === "subscriber" ? "svc_subscribers" : "svc_users");
}

function replyOf(
  call: SendCall,
  { people, text, cost, countries, credit, refused, ...preview }: Preview,
  refusals: readonly SendRefusal[],
): Reply {
  const { bySource, overCap, withoutConsent, ...counts } = people;
  const { perSegment, forcedBy, leastSegments, personal, ...length } = text;
  return {
    message: sentence(people, refused, refusals),
    data: {
      category: call.category,
      gateway: call.route!.gateway,
      sandbox: call.route!.sandbox,
      people: { ...counts, over_cap: overCap, without_consent: withoutConsent, by_source: bySource },
      refusals: [...refusals],
      refused_people: refused && { count: refused.count, sample: [...refused.sample] },
      text: {
        ...length,
        units_per_segment: perSegment,
        segments_least: leastSegments,
        forced_by: forcedBy && {
          character: forcedBy.character,
          index: forcedBy.index,
          replacement: forcedBy.replacement,
          segments_replaced: forcedBy.segmentsReplaced,
        },
        personal: personal && {
          exact: personal.exact,
          made: personal.made,
          ucs2: personal.ucs2,
          forced_by: personal.forcedBy,
          samples: personal.samples && { people: [...personal.samples.people], longest: personal.samples.longest },
        },
      },
      countries,
      cost: cost && { currency: cost.currency, total: cost.total, unpriced: cost.unpriced },
      credit: credit && {
        amount: credit.amount,
        unit: credit.unit,
        checked_at: isoTime(credit.checkedAt),
        enough: preview.enough,
      },
      first_at: isoTime(preview.firstAt),
      last_at: isoTime(preview.lastAt),
      quiet_hours: preview.heldByQuietHours && {
        held: preview.heldByQuietHours.people,
        exact: preview.heldByQuietHours.exact,
      },
      frequency_cap: preview.heldByCap === null ? null : { held: preview.heldByCap },
      sent_before: preview.sentBefore && {
        message_id: withPrefix("msg", preview.sentBefore),
        at: new Date(uuidTime(preview.sentBefore)).toISOString(),
      },
      invalid_numbers: call.skipped,
      ...(preview.warnings.length > 0 && { warnings: preview.warnings }),
    },
  };
}

function sentence(
  { final, exact }: Preview["people"],
  refused: Preview["refused"],
  refusals: readonly SendRefusal[],
): string {
  if (refused) return `Nobody would receive this message: there is no text for ${counted(refused.count, "recipient")}.`;
  const people = `${exact ? "" : "About "}${counted(final, "person", "people")} would receive this message`;
  return refusals.length === 0 ? `${people}.` : `POST /send would refuse this message now. ${people} otherwise.`;
}
