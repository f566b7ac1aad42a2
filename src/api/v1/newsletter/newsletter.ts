import { subscribeData, subscribeRequest } from "#contract/newsletter";
import { routeWarningsOf, type RouteWarningsDeps } from "#domain/gateways/route-warnings";
import { subscribe, type NewsletterDeps, type SubscribeCommand, type Subscribed } from "#domain/newsletter/subscribe";
import type { GroupLookup } from "#domain/newsletter/group-store";
import type { Country, Phone } from "#domain/recipients/phone";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { shownSubscriber } from "./newsletter-fields.ts";
import { readSubscription } from "./read-subscription.ts";

export type NewsletterEndpointDeps = NewsletterDeps & {
  readonly groups: GroupLookup;
  /** The site's country, for numbers without a plus. */
  readonly country: Country | null;
};

/** `POST /newsletter`. */
export function newsletterEndpoint(services: NewsletterEndpointDeps & RouteWarningsDeps): Endpoint {
  return endpoint<typeof subscribeRequest, SubscribeCommand>({
    operationId: "subscribe",
    method: "POST",
    path: "/newsletter",
    access: "svc_subscribers",
    tag: "Newsletter",
    summary: "Subscribe a number",
    description:
      "Adds a number to newsletter groups. With double opt-in, the number receives a code by SMS and joins the group once the code has been sent to /newsletter/verify. A number that replied STOP is refused, and nothing is sent to it. Codes are limited for each number, for numbers like it and for each country; premium and satellite numbers get none.",
    input: subscribeRequest,
    data: subscribeData,
    errors: ["not_in_this_state", "no_gateway", "spend_cap_reached", "insufficient_credit"],
    read: (fields, context, issues) => readSubscription(services, fields, context, issues),
    async handle(command) {
      // Before the code is committed: a call that fails here has sent none.
      const warnings = await warningsOfCode(services, command.phone);
      const subscribed = await subscribe(services, command);
      return replyOf(subscribed, subscribed.code?.sent ? warnings : []);
    },
  });
}

/** A code that waits for a paused gateway may have expired by the time it is sent. */
async function warningsOfCode(
  services: NewsletterEndpointDeps & RouteWarningsDeps,
  phone: Phone,
): Promise<readonly string[]> {
  const route = services.routes.byDefault();
  return route ? (await routeWarningsOf(services, route, "otp", [phone])).warnings : [];
}

function replyOf({ subscriber, state, already, code }: Subscribed, warnings: readonly string[]): Reply {
  return {
    message: sentence(already, code),
    data: {
      subscriber: shownSubscriber(subscriber),
      state,
      already,
      ...(code && { code_sent: code.sent, resend_after: code.resendAfter, sandbox: code.sandbox }),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

function sentence(already: boolean, code: Subscribed["code"]): string {
  if (already) return "This number is already subscribed.";
  if (code === null) return "Subscribed.";
  if (!code.sent) {
    return `The subscription is waiting for its code. A code was sent a moment ago, for the groups of that request alone; another can be requested in ${counted(code.resendAfter, "second")}.`;
  }
  return code.sandbox
    ? "The subscription is waiting for its code. The code went to the sandbox: nothing leaves this machine."
    : "The subscription is waiting for its code, which is on its way to the number.";
}
