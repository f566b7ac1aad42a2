import { verifyData, verifyRequest } from "#contract/newsletter";
import { wrongCode } from "#domain/guard/refuse-code";
import { verify, type VerifyCommand, type VerifyDeps } from "#domain/newsletter/verify";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import type { Subscriber } from "#domain/newsletter/newsletter-store";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { bodyOf } from "../../pipeline.ts";
import { readGroups, readMobile, shownSubscriber } from "./newsletter-fields.ts";
import type { NewsletterEndpointDeps } from "./newsletter.ts";

type Deps = VerifyDeps &
  Pick<NewsletterEndpointDeps, "groups" | "country"> & { readonly idempotency: IdempotencyStore };

/** `POST /newsletter/verify`. */
export function newsletterVerifyEndpoint(services: Deps): Endpoint {
  return endpoint<typeof verifyRequest, VerifyCommand>({
    operationId: "verifySubscription",
    method: "POST",
    path: "/newsletter/verify",
    access: "svc_subscribers",
    tag: "Newsletter",
    summary: "Confirm a subscription with its code",
    description:
      "A code is valid for 15 minutes and 5 attempts, for the groups of the request that it was sent for; a newer one replaces it. A wrong code, an unknown number, an expired code and too many attempts get the same response.",
    input: verifyRequest,
    data: verifyData,
    errors: ["verification_failed", "not_in_this_state"],
    // It refuses to run inside the pipeline's transaction: there, a wrong attempt would be rolled back with the
    // refusal, and any number of guesses, each under its own key, would be free.
    idempotency: "own",
    async read(fields, context, issues) {
      const phone = readMobile(fields.mobile, services.country, issues);
      return {
        phone,
        code: fields.activation ?? "",
        groups: await readGroups(services.groups, fields, issues),
        evidence: evidenceOf(context),
      };
    },
    async handle(command, { idempotency, warnings }) {
      if (!idempotency) return replyOf(await verify(services, command));
      // The pipeline looks up the earlier response again and returns it, or reports that the key is in use.
      if (await services.idempotency.find(idempotency)) throw wrongCode();
      const keep = (subscriber: Subscriber): Promise<void> =>
        services.idempotency.save(idempotency, { status: 200, body: bodyOf(replyOf(subscriber), warnings) });
      return replyOf(await verify(services, command, keep));
    },
  });
}

function replyOf(subscriber: Subscriber): Reply {
  return { message: "The subscription is confirmed.", data: { subscriber: shownSubscriber(subscriber) } };
}
