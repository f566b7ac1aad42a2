import { describe, expect, it } from "vitest";

import { withPrefix } from "#lib/ids";

import { alertKinds, type Alert, type AlertKind } from "./alert.ts";
import { alertMail, alertSms } from "./compose.ts";

const HOSTILE = `evil\r\nBcc: all@example.com\r\n\r\n\u202egnp.exe\u2028${"x".repeat(300)}`;
const AT = Date.UTC(2027, 5, 1, 12);
const ID = "0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10" as Alert["id"];

const alertOf = (kind: AlertKind, more: Partial<Alert> = {}): Alert => ({
  id: ID,
  kind,
  subject: HOSTILE,
  level: 1,
  data: { code: HOSTILE, reason: HOSTILE, amount: HOSTILE, unit: HOSTILE, stopBelow: HOSTILE, host: HOSTILE, days: 2 },
  firstSeenAt: AT,
  openedAt: AT,
  closedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  ...more,
});
const tools = { publicUrl: "https://sms.example.com" };

describe.each(alertKinds)("%s", (kind) => {
  it.each(["opened", "closed"] as const)(
    "has a subject of one short line when it is %s, whatever its names contain",
    (event) => {
      for (const level of [1, 2, 3, 4]) {
        const closedAt = event === "closed" ? AT + 60_000 : null;
        const { subject, text } = alertMail(
          { alert: alertOf(kind, { level, closedAt }), event, level },
          "ops@example.com",
          tools,
        );
        expect(subject.length).toBeLessThanOrEqual(78);
        expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
        expect(text).not.toMatch(/^Bcc/m);
        expect(text).not.toMatch(/\p{Cf}/u);
        expect(text).toContain("2027-06-01 12:00 UTC");
        expect(text).toMatch(/\nhttps:\/\/sms\.example\.com\/\S+\n/);
      }
    },
  );

  it("fits into a text message", () => {
    const sms = alertSms({ alert: alertOf(kind), event: "opened", level: 1 });
    expect(sms.length).toBeLessThanOrEqual(134);
    expect(sms).not.toMatch(/[\r\n]/);
  });
});

describe("alertMail", () => {
  it("says what happened, since when, what it means and what to do", () => {
    const alert = alertOf("gateway_stopped", {
      subject: "main",
      data: { code: "account", reason: "The key is wrong." },
    });
    expect(alertMail({ alert, event: "opened", level: 1 }, "ops@example.com", { publicUrl: null })).toMatchObject({
      subject: "[Tidings] The gateway main is stopped",
      id: `alert-${ID}-1`,
      follows: null,
      text: expect.stringMatching(
        /^The gateway main is stopped\.\nSince .* UTC\.\n\nIt sends nothing: The key is wrong\. .*\n\nWhat to do: /,
      ),
    });
  });

  it("a mail that was late says that the alert has ended meanwhile", () => {
    const alert = alertOf("queue_late", { data: { since: AT, texts: 3 }, closedAt: AT + 60_000 });
    const { text } = alertMail({ alert, event: "opened", level: 1 }, "ops@example.com", tools);
    expect(text).toContain("This has ended: it lasted from 2027-06-01 12:00 UTC to 2027-06-01 12:01 UTC.");
  });

  it("the mail of the end continues the one that it ends", () => {
    const alert = alertOf("license_ending", { level: 2, data: { expiresAt: AT }, closedAt: AT });
    const ended = alertMail({ alert, event: "closed", level: 2 }, "ops@example.com", tools);
    expect(ended).toMatchObject({ id: `alert-${ID}-end`, follows: `alert-${ID}-2` });
  });

  it("names the host of a webhook and never its path", () => {
    const alert = alertOf("webhook_disabled", { subject: ID, data: { host: "hooks.example.com", reason: "failing" } });
    const { text } = alertMail({ alert, event: "opened", level: 1 }, "ops@example.com", tools);
    expect(text).toContain("The webhook to hooks.example.com is disabled");
    expect(text).toContain(`https://sms.example.com/webhooks/${withPrefix("wh", ID)}`);
  });
});
