import { outboxResendData, outboxResendRequest, RESENDABLE } from "#contract/outbox-entry";
import { DomainError } from "#domain/error";
import { resendEntry, type ResendDeps, type ResendOptions } from "#domain/outbox/resend";
import { DEFAULT_ROUTE } from "#domain/routing/route";
import type { RouteInfo, Routes } from "#domain/routing/routes";
import { withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readBasis, readRoute } from "../messages/send-fields.ts";
import { sendNow, type SendEndpointDeps } from "../messages/send.ts";

export type OutboxResendDeps = ResendDeps & SendEndpointDeps;

type Command = ResendOptions & { readonly id: number; readonly route: RouteInfo | null; readonly basis: string | null };

/**
 * An entry can be resent only once, so it must not go through a gateway that the caller did not intend, which may even
 * be a sandbox.
 */
function sameRoute(routes: Routes, name: string, again: boolean): RouteInfo | null {
  const byDefault = routes.byDefault();
  const found = byDefault?.route === name ? byDefault : routes.byName(name);
  if (found || again) return found ?? byDefault;
  const gone =
    name === DEFAULT_ROUTE ? "The default route has no gateway now" : `The gateway ${name} is not in use now`;
  throw new DomainError("no_gateway", `${gone}: say through which one to resend it (gateway).`);
}

export function outboxResendEndpoint(services: OutboxResendDeps): Endpoint {
  return endpoint<typeof outboxResendRequest, Command>({
    operationId: "resendOutboxEntry",
    method: "POST",
    path: "/outbox/{id}/resend",
    access: "svc_outbox",
    tag: "Outbox",
    summary: "Resend an entry",
    description: `Sends the same content to the same person as a new message, for entries that are ${RESENDABLE}. All rules of sending apply to it: suppressions, consent, quiet hours, caps, spending. An entry can be resent once, unless again is true; a one-time password never, and nor can marketing to groups that the person has left. Needs svc_sendsms, too.`,
    input: outboxResendRequest,
    data: outboxResendData,
    errors: [
      "not_found",
      "not_in_this_state",
      "no_recipients",
      "gateway_cannot",
      "no_gateway",
      "spend_cap_reached",
      "insufficient_credit",
      "consent_required",
    ],
    read({ id, gateway, confirm_duplicate: confirmDuplicate, again, consent_basis }, { caller }, issues) {
      if (!caller.capabilities.has("svc_sendsms")) {
        throw new DomainError("forbidden", "Resending needs svc_sendsms besides svc_outbox.");
      }
      const route = gateway === undefined ? null : readRoute(services.routes, gateway, issues);
      return {
        id: id ?? 0,
        confirmDuplicate: confirmDuplicate ?? false,
        again: again ?? false,
        route,
        basis: readBasis({ consent_basis }, caller),
      };
    },
    async handle(command, context) {
      const { principal } = context.caller;
      const resent = await resendEntry(services, { ...command, by: principal }, async (wanted) => {
        const route = command.route ?? sameRoute(services.routes, wanted.route, command.again);
        const { accepted, reply } = await sendNow(
          services,
          {
            content: wanted.content,
            category: wanted.category,
            validFor: null,
            ratePerMinute: null,
            route,
            numbers: [wanted.phone],
            duplicates: 0,
            invalid: 0,
            skipped: [],
            contacts: [],
            audience: null,
            ...(wanted.audience && { resentAudience: wanted.audience }),
            createdBy: principal,
            consentBasis: command.basis,
            timetable: null,
          },
          // The pipeline keeps its key, in this transaction.
          context,
        );
        return { messageId: accepted.id, answer: { ...reply, of: wanted.of } };
      });
      const { message, data, of } = resent.answer;
      return {
        message,
        data: {
          ...(data as object),
          id: resent.id,
          resend_of: { id: command.id, message_id: withPrefix("msg", of) },
        },
      };
    },
  });
}
