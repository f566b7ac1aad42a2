import { limits } from "#contract/limits";
import { eventsQuery, liveEvent } from "#contract/live";
import { visibleJobs, type JobDeps } from "#domain/jobs/jobs";
import { followed, topics, type Topic } from "#domain/live/topics";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import type { EventHub } from "../../live/event-hub.ts";
import { eventReply } from "../../live/event-reply.ts";
import { requireCapability } from "../../access/require-capability.ts";

export type EventsDeps = Pick<JobDeps, "jobKinds"> & { readonly events: EventHub };

/** `GET /events`: one stream for everything that is live. */
export function eventsEndpoint(ports: EventsDeps): Endpoint {
  return endpoint({
    operationId: "streamEvents",
    method: "GET",
    path: "/events",
    access: "user",
    tag: "Statistics",
    summary: "Watch what changes",
    description: `Server-sent events. \`ready\` comes first and names the topics; \`changed\` says that a topic should be read again, and contains no personal data; \`progress\` reports the ${limits.eventMessages} newest running messages, at most once a second each, and once more after their end (a message that is over within a second may have none: \`changed\` of \`messages\` tells of it too); \`job\` is a job that changed, as GET /jobs/{id} returns it; \`reset\` asks to read everything again. A comment comes every 15 seconds. A reader that reopens the stream with the header Last-Event-ID, on any node, gets the events that it missed. The stream closes after 15 minutes, so that credentials are checked again, and within seconds when the session or application password ends or the user loses a capability (with an application password of a connected site: after 15 minutes). Requires any one of the capabilities; topics require the capability of their routes, and others are left out.`,
    input: eventsQuery,
    stream: true,
    data: liveEvent,
    errors: ["too_many_streams"],
    read(fields, { caller, lastEventId }, issues) {
      requireCapability(caller);
      const names = fields.topics?.split(",").map((name) => name.trim()) ?? topics;
      const wanted = new Set<Topic>();
      for (const name of names) {
        const topic = topics.find((one) => one === name);
        if (topic) wanted.add(topic);
        else {
          const message = `must list topics: ${topics.join(", ")}`;
          issues.push({ field: "topics", code: "not_in_list", message, value: name });
        }
      }
      const jobs = visibleJobs(ports, caller, { kind: null, state: null });
      return { ...followed([...wanted], caller), caller, jobs, lastEventId };
    },
    async handle(request) {
      return eventReply(await ports.events.watch(request));
    },
  });
}
