import { eventually } from "../engine/engine.ts";
import type { Credentials, TestService } from "./test-service.ts";

export type LiveEvent = { readonly event: string; readonly data: any; readonly id: string | null };

/** A stream of events of a service, read as fast as it comes. */
export async function watchEvents(
  service: Pick<TestService, "app" | "admin">,
  query: string,
  options: { readonly as?: Credentials; readonly cookie?: string; readonly lastEventId?: string } = {},
) {
  const as = options.as ?? service.admin;
  const headers: Record<string, string> =
    options.cookie === undefined
      ? { authorization: `Basic ${btoa(`${as.user}:${as.password}`)}` }
      : { cookie: options.cookie, "sec-fetch-site": "same-origin" };
  if (options.lastEventId !== undefined) headers["last-event-id"] = options.lastEventId;
  const response = await service.app.request(`http://127.0.0.1/svc/v1/events${query}`, { headers });
  const events: LiveEvent[] = [];
  if (response.status !== 200) return { response, events, leave: async () => undefined, ended: () => true, until };
  const reader = response.body!.getReader();
  let ended = false;
  const reading = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return void (ended = true);
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop()!;
      for (const part of parts) if (part.includes("event: ")) events.push(eventOf(part));
    }
  })();
  await until(() => events.length > 0);
  return {
    response,
    events,
    until,
    ended: () => ended,
    async leave() {
      await reader.cancel();
      await reading;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  await eventually(async () => holds());
}

function eventOf(part: string): LiveEvent {
  const field = (name: string): string | null =>
    part
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  return { event: field("event")!, data: JSON.parse(field("data")!), id: field("id") };
}
