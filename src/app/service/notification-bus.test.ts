import { expect, test } from "vitest";

import { notificationBus, type Topic } from "./notification-bus.ts";

/** A bus, what its subscribers received, and what went to other nodes. */
function fixture(...subscribed: Topic[]) {
  const bus = notificationBus();
  const heard: unknown[] = [];
  const sent: Topic[] = [];
  for (const topic of subscribed) bus.subscribe(topic, (notification) => heard.push({ topic, ...notification }));
  bus.connect((topic) => sent.push(topic));
  return { bus, heard, sent };
}

test("subscribers receive what was committed here, and other nodes do not", () => {
  const { bus, heard, sent } = fixture("dispatch");
  bus.publish("dispatch", [0]);
  expect(heard).toEqual([{ topic: "dispatch", from: "here", priorities: [0] }]);
  expect(sent).toEqual([]);
});

test("a node without worker loops notifies the others", () => {
  const { bus, sent } = fixture("pauses");
  bus.publish("webhooks");
  expect(sent).toEqual(["webhooks"]);
});

test("a broadcast is for others, and what they send is not sent back to them", () => {
  const { bus, heard, sent } = fixture("pauses");
  bus.broadcast("pauses");
  expect([heard, sent]).toEqual([[], ["pauses"]]);
  bus.receive("pauses");
  bus.receive("dispatch");
  expect([heard, sent]).toEqual([[{ topic: "pauses", from: "elsewhere" }], ["pauses"]]);
});

test("before anything subscribed or there is a channel, a notification is lost", () => {
  const bus = notificationBus();
  bus.publish("dispatch");
  bus.broadcast("principals");
  expect(bus.topics()).toEqual([]);
});
