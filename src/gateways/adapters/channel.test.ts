import { createHmac } from "node:crypto";

import { describe, expect, test } from "vitest";

import { providerCall } from "../../../test/support/providers/provider-call.ts";

import { openQuietly } from "../../../test/conformance/gateways/kit/base.ts";
import { bandwidth } from "./bandwidth.ts";
import { infobip } from "./infobip.ts";
import { sinch } from "./sinch.ts";
import { telnyx } from "./telnyx.ts";
import { readTwilioCall } from "./twilio.ts";
import { vonage } from "./vonage.ts";
import { channelOf } from "../shared/channel.ts";

const channelIn = (events: unknown): unknown =>
  (events as { receipts: readonly { channel?: string }[] }).receipts.map(({ channel }) => channel);

describe("Twilio reports the channel in the sender", () => {
  const receipt = (fields: Record<string, string>) => {
    const url = "https://sms.example.org/r";
    const all: Record<string, string> = {
      MessageSid: "SM1",
      MessageStatus: "delivered",
      To: "+447400123456",
      ...fields,
    };
    const text = Object.keys(all)
      .toSorted()
      .map((name) => name + all[name])
      .join("");
    const signature = createHmac("sha1", "t0ken")
      .update(url + text)
      .digest("base64");
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
    return readTwilioCall(providerCall({ url, headers, body: new URLSearchParams(all).toString() }), "t0ken");
  };

  test.each([
    [{ From: "rcs:brand_agent", To: "rcs:+447400123456" }, "rcs"],
    [{ From: "rcs:brand_agent", ChannelPrefix: "rcs" }, "rcs"],
    [{ From: "whatsapp:+15005550006" }, "whatsapp"],
    // The same Messaging Service fell back.
    [{ From: "+15005550006" }, "sms"],
    [{ From: "ACME" }, "sms"],
    [{ From: "+15005550006", MessageSid: "MM1" }, "mms"],
    [{}, undefined],
  ])("%o is %s", (fields, channel) => {
    expect(channelIn(receipt(fields))).toEqual([channel]);
  });
});

describe("a vendor's field names the channel", () => {
  const at = { providerId: "m1" };
  const said = (words: readonly [string, string | undefined][], tell: (word: string) => unknown) =>
    Promise.all(words.map(async ([word, channel]) => [await tell(word), [channel]]));

  test("at Sinch in the type of the report", async () => {
    const gateway = openQuietly("sinch://plan:token@default?from=ACME", [sinch]);
    const tell = async (word: string) => {
      const type = `recipient_delivery_report_${word}`;
      const body = { type, batch_id: at.providerId, recipient: "447400123456", status: "Delivered", code: 0 };
      return channelIn(await gateway.receive!(providerCall({ body: JSON.stringify(body) })));
    };
    for (const [found, wanted] of await said(
      [
        ["sms", "sms"],
        ["mms", "mms"],
      ],
      tell,
    ))
      expect(found).toEqual(wanted);
  });

  test("at Infobip, Bandwidth, Telnyx and Vonage in a field of their own", async () => {
    const gateways = [
      [
        openQuietly("infobip://key@x.api.infobip.com?from=ACME", [infobip]),
        (word: string) => ({
          results: [{ messageId: "m1", to: "1", status: { groupName: "DELIVERED" }, channel: word }],
        }),
      ],
      [
        openQuietly("bandwidth://u:p@default?account=1&application=a&from=%2B15005550006&oauth=off", [bandwidth]),
        (word: string) => [{ type: "message-delivered", to: "+1", message: { id: "m1", channel: word } }],
      ],
      [
        openQuietly("telnyx://key@default?from=%2B15005550006", [telnyx]),
        (word: string) => ({
          data: {
            event_type: "message.finalized",
            payload: { id: "m1", type: word, to: [{ phone_number: "+1", status: "delivered" }] },
          },
        }),
      ],
      [
        openQuietly("vonage://key:secret@default?api=messages&from=ACME", [vonage]),
        (word: string) => ({ message_uuid: "m1", to: "1", status: "delivered", channel: word }),
      ],
    ] as const;
    for (const [gateway, bodyOf] of gateways) {
      const tell = async (word: string) =>
        channelIn(await gateway.receive!(providerCall({ body: JSON.stringify(bodyOf(word)) })));
      const words: [string, string | undefined][] = [
        ["SMS", "sms"],
        ["mms", "mms"],
        ["RCS", "rcs"],
        ["RBM", "rcs"],
        ["viber", undefined],
      ];
      for (const [found, wanted] of await said(words, tell)) expect(found).toEqual(wanted);
    }
  });
});

test.each(["", "constructor", "__proto__", "sms2", "SM S", "\u0000sms"])("%j is not a channel", (word) => {
  expect(channelOf(word)).toBeUndefined();
});
