import type { z } from "zod";

import { limits } from "#contract/limits";
import type { subscriberDetail } from "#contract/subscribers";
import { frequencyCapSection } from "#domain/frequency-cap/frequency-cap-settings";
import { noSubscriber } from "#domain/newsletter/edit-subscriber";
import { nextMarketing } from "#domain/newsletter/next-marketing";
import { quietHoursSection } from "#domain/quiet-hours/quiet-hours-settings";
import { isoTime } from "#lib/iso-time";

import { shownConsent } from "./subscriber-consents.ts";
import { shownPerson, type SubscriberDeps } from "./subscribers.ts";

/**
 * A subscriber as the API shows a single one: with their last consents and the time of their next marketing message.
 *
 * @throws DomainError not_found
 */
export async function readSubscriber(services: SubscriberDeps, id: number): Promise<z.output<typeof subscriberDetail>> {
  const subscriber = await services.subscriberRepository.find(id);
  if (!subscriber) throw noSubscriber(id);
  const history = await services.consentRepository.latest(subscriber.phone, null, limits.consentsShown);
  const next = nextMarketing(
    subscriber,
    subscriber.contacts,
    {
      hours: await services.readSettings(quietHoursSection),
      cap: await services.readSettings(frequencyCapSection),
      siteZone: services.timeZone(),
    },
    subscriber.at,
  );
  return {
    ...shownPerson(subscriber),
    suppressed: subscriber.suppressed,
    bounced_at: isoTime(subscriber.bouncedAt),
    next_marketing: {
      at: isoTime(next.at),
      held_for: next.heldFor,
      left: next.left,
      time_zones: [...next.zones],
    },
    history: history.map(shownConsent),
  };
}
