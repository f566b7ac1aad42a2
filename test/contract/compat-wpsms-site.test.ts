import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compatCalls, ok, phone, plugin, received, words } from "../support/service/compat.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";
import { startReceiver } from "../support/webhooks/receiver.ts";
import { trial } from "../support/engine/schedules.ts";
import { wooOrder } from "../support/woocommerce/shop-orders.ts";

const PASSWORD = "AbCdEfGhIjKlMnOpQrStUvWx";
const author = { user: "author", password: PASSWORD };
const editor = { user: "editor", password: PASSWORD };

describe("beside a WordPress site (a stand-in)", () => {
  /** Has two users, a public post, a private one and an order; permits the same users as WordPress. */
  const site = createServer((request, response) => {
    const [status, body] = answer(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  let service: TestService;
  const wpsms = compatCalls(() => service);
  let isAway = false;
  beforeAll(async () => {
    await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
    const { port } = site.address() as AddressInfo;
    service = await startTestService({
      TIDINGS_COMPAT: "wpsms",
      TIDINGS_PLATFORM: `wordpress+http://127.0.0.1:${port}`,
    });
  });
  afterAll(async () => {
    await service.end();
    await new Promise((done) => site.close(done));
  });

  function answer(request: IncomingMessage): [number, unknown] {
    const [user] = Buffer.from(request.headers.authorization?.slice(6) ?? "", "base64")
      .toString()
      .split(":");
    const url = new URL(request.url!, "http://localhost");
    const forbidden: [number, unknown] = [403, { code: "rest_forbidden", data: { status: 403 } }];
    if (isAway && !url.pathname.endsWith("/me")) return [502, {}];
    switch (url.pathname.replace("/wp-json", "")) {
      case "/wp/v2/users/me":
        return [
          200,
          { id: user === "editor" ? 2 : 3, username: user, roles: [user], capabilities: { svc_sendsms: true } },
        ];
      case "/wp/v2/posts/1":
        return [200, { id: 1, title: { rendered: "Tea &amp; <b>cake</b> &#8217;" }, link: "https://site/tea" }];
      case "/wp/v2/posts/2":
        return user === "editor" ? [200, { id: 2, title: { rendered: "Secret" } }] : forbidden;
      case "/wp/v2/users/2":
        return user === "editor" ? [200, { id: 2, username: "editor", email: "e@site.test" }] : forbidden;
      case "/wc/v3/orders/9":
        return user === "editor" ? [200, wooOrder(9)] : forbidden;
      default:
        return [404, { code: "rest_post_invalid_id", data: { status: 404 } }];
    }
  }

  const send = (message: string, notification_handler: string, handler_id: number, as = author) =>
    wpsms(
      "POST",
      "/send",
      { recipients: "numbers", numbers: [phone(1)], message, notification_handler, handler_id },
      { as },
    );

  test("a message may name what the caller may read, and nothing else", async () => {
    const open = await send("1: %post_title% %post_url% %post_unknown%", "WordPressPostNotification", 1);
    expect(open.status).toBe(200);
    expect((await received(service, "1: "))[0]!.body).toBe("1: Tea & cake ’ https://site/tea %post_unknown%");
    const tries = [
      ["WordPressPostNotification", 2],
      ["WordPressUserNotification", 2],
      ["WooCommerceOrderNotification", 9],
      ["SubscriberNotification", 1],
    ] as const;
    for (const [handler, id] of tries) {
      const refused = await send("2: %post_title% %user_email% %billing_email%", handler, id);
      expect([handler, refused.status, refused.body]).toEqual([
        handler,
        403,
        { code: "rest_forbidden", message: words, data: { status: 403 } },
      ]);
    }
    expect(await received(service, "2: ")).toEqual([]);
  });

  test("a user who may read more may name more", async () => {
    expect((await send("3: %post_title%", "WordPressPostNotification", 2, editor)).status).toBe(200);
    expect((await send("3: %user_email%", "WordPressUserNotification", 2, editor)).status).toBe(200);
    const order = await send("3: %billing_first_name% %order_total%", "WooCommerceAdminOrderNotification", 9, editor);
    expect(order.status).toBe(200);
    expect((await received(service, "3: ")).map(({ body }) => body).toSorted()).toEqual([
      "3: Ada 39.90",
      "3: Secret",
      "3: e@site.test",
    ]);
  });

  test("a record that does not exist is refused, and so is a kind that is not handled", async () => {
    for (const [handler, id] of [
      ["WordPressPostNotification", 77],
      ["AwesomeSupportTicketNotification", 1],
    ] as const) {
      const answered = await send("x", handler, id, editor);
      expect([answered.status, answered.body]).toEqual([400, plugin(400)]);
    }
  });

  test("an unreachable site is 503, and nothing is sent", async () => {
    isAway = true;
    const answered = await send("4: %post_title%", "WordPressPostNotification", 1, editor);
    isAway = false;
    expect([answered.status, answered.body]).toEqual([
      503,
      { code: "host_unavailable", message: words, data: { status: 503 } },
    ]);
    expect(answered.headers.get("retry-after")).toBe("5");
    expect(await received(service, "4: ")).toEqual([]);
  });
});

describe("with the add-on, and with webhooks", () => {
  let service: TestService;
  const wpsms = compatCalls(() => service);
  beforeAll(async () => {
    service = await startTestService({ TIDINGS_COMPAT: "wpsms" });
    await trial(service);
  });
  afterAll(() => service.end());

  test("a scheduled message returns an empty list, and can be read under our own names", async () => {
    const schedule = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const made = await wpsms("POST", "/send", {
      recipients: "numbers",
      numbers: [phone(5)],
      message: "later",
      schedule,
      repeat: { interval: { value: 1, unit: "week" }, repeatForever: true },
    });
    expect([made.status, made.body]).toEqual([200, ok([])]);
    const quick = await wpsms("POST", "/send/quick", {
      message: "later, too",
      recipients: { numbers: [phone(6)] },
      schedule: schedule.slice(0, 10),
      repeat: { interval: 2, unit: "day" },
    });
    expect([quick.status, quick.body.data]).toEqual([200, { recipient_count: 1, credit: null }]);
    const { body } = await service.call("GET", "/schedules");
    expect(body.data.items).toHaveLength(2);
  });

  test("receivers find the type in the header that they check", async () => {
    const receiver = await startReceiver();
    const added = await wpsms("POST", "/webhook", { webhook_url: receiver.url, type: "new_sms" });
    // The response contains no secret to keep.
    expect([added.body.data, added.body.message]).toEqual([[], "The webhook receives these events."]);
    expect([added.status, added.body]).toEqual([200, ok([])]);
    await wpsms("POST", "/send", { recipients: "numbers", numbers: [phone(7)], message: "hooked" });
    await receiver.received(1);
    expect(receiver.calls[0]!.headers["x-wp-sms-webhook-event"]).toBe("new_sms");
    await receiver.close();
  });
});
