import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { capabilities } from "#domain/access/capability";
import { holdReasons } from "#domain/deliveries/holds";
import { NO_REASON } from "#domain/gateways/gateway-states";
import { jobStates } from "#domain/jobs/job";
import { features } from "#domain/license/license";
import { type Installed, unavailableReason } from "#domain/license/require";
import { messageStates } from "#domain/messages/message";
import { resendable } from "#domain/outbox/resend";
import { deliveryStates } from "#domain/deliveries/delivery-state";

import { serviceTerms } from "../console/src/lib/service-terms.ts";
import { serviceTextIn } from "./support/console/service-text-in.ts";
import { serviceTexts } from "./support/console/service-texts.ts";

const NOUNS = ["recipient", "member", "gateway", "second"];

/**
 * Sentences that contain terms of the service, as it writes them, and the terms that no translation may leave in
 * English.
 */
const sentences: readonly (readonly [text: string, ...words: string[]])[] = [
  ...capabilities.map((one) => [`This needs the capability ${one}, which none of your roles grants.`, one] as const),
  [`You may not change these roles: you lack ${capabilities.join(", ")} yourself.`, "change", ...capabilities],
  ...deliveryStates.map(
    (state) =>
      [
        `An entry that is ${state} cannot be resent, only one that is ${resendable.join(", ")}.`,
        state,
        ...resendable,
      ] as const,
  ),
  ...messageStates.map(
    (state) => [`The message is ${state} and cannot be given another rate.`, state, "rate"] as const,
  ),
  ...jobStates.map((state) => [`This job has already ${state}.`, state] as const),
  ...holdReasons.map((reason) => [`Held back: ${reason.replaceAll("_", " ")}.`, ...reason.split("_")] as const),
  ...["active", "paused", "waiting for a license", "completed", "canceled"].flatMap((state) =>
    ["paused", "resumed", "canceled", "skipped", "run"].map(
      (what) =>
        [
          `A schedule that is ${state} cannot be ${what}.`,
          "waiting",
          "completed",
          "canceled",
          "paused",
          "skipped",
        ] as const,
    ),
  ),
  ["Not sent: it expired.", "expired"],
  ["Not sent: it was canceled.", "canceled"],
  ["The message was paused.", "paused"],
  ["The message was resumed.", "resumed"],
  ["The spend cap of day is reached", "day"],
  ["The spend cap of month is reached. It ends at 2027-06-01T12:00:00.000Z.", "month"],
  ["Another user has this e-mail address.", "address"],
  ["There is no record that 1,234 recipients agreed to marketing.", "recipient"],
  ["There is no record that 1 recipient agreed to marketing.", "recipient"],
  ["Too many codes were requested. Try again in 20 seconds.", "second"],
  ["The group has 3 members. Delete it with force=true to remove them from it.", "member"],
  ["The same applies to another 3 numbers.", "number"],
  ["2 of 3 recipients accepted.", "recipient", " of "],
  [`Waiting: main is paused (${NO_REASON}).`, "paused by", "Waiting"],
  [`Waiting: main is paused (${NO_REASON}). So are the others that could send it.`, "paused by", "So are"],
  [
    `main is paused (${NO_REASON}) and sends nothing at the moment. The message waits until the pause ends.`,
    "paused by",
    "waits until",
  ],
  ["The message was sent to nobody: there is no text for 1,234 of 5,678 recipients.", "recipient", " of "],
];

test("each sentence with words of the service is one of the service, and has no more words than places", () => {
  const known = serviceTexts();
  for (const [sentence, terms] of Object.entries(serviceTerms)) {
    expect(known).toContain(sentence);
    expect(terms).toHaveLength(sentence.match(/\{\d\}/g)!.length);
  }
});

describe.each(["de", "fa"])("words of the service within its sentences in %s", (language) => {
  let serviceText: (text: string) => string;
  beforeAll(async () => {
    serviceText = await serviceTextIn(language);
  });

  test.each(sentences)("%s", (text, ...words) => {
    const translated = serviceText(text);
    expect(translated).not.toBe(text);
    for (const word of words) expect(translated).not.toMatch(new RegExp(`(?<![\\w])${word}`));
    expect(translated).not.toMatch(/undefined|null|\{\d\}/);
  });

  test("names stay, even those that are also terms of the service", () => {
    expect(serviceText("The gateway paused is stopped")).toContain("paused");
    expect(serviceText("There is no group expired.")).toContain("expired");
    expect(serviceText("There is no role svc_sendsms.")).toContain("svc_sendsms");
    expect(serviceText("The {0} is configured")).toBe("The {0} is configured");
    expect(serviceText("It was changed meanwhile, by builtin:7: read it again.")).toContain("builtin:7");
    expect(serviceText("The message was constructor.")).toContain("constructor");
  });

  test("a noun of a newer release stays", () => {
    for (const noun of NOUNS) expect(serviceText(`The group has 2 ${noun}ish.`)).toContain(`${noun}ish`);
    expect(serviceText("Too many codes were requested. Try again in 2 fortnights.")).toContain("2 fortnights");
    expect(serviceText("This needs the capability svc_moon, which none of your roles grants.")).toContain("svc_moon");
  });
});

/** Each state of a license, from before it is installed until after it is over. */
const licenses: readonly Installed[] = [
  { kind: "none" },
  { kind: "flawed", flaw: "malformed" },
  { kind: "flawed", flaw: "forged" },
  ...[
    { issuedAt: 2_000, expiresAt: 3_000 },
    { issuedAt: -4_000_000_000, expiresAt: -3_000_000_000 },
    { issuedAt: 0, expiresAt: 3_000 },
  ].map((dates): Installed => ({ kind: "license", license: { licensee: "Trial", features: [], ...dates } })),
];

test.each(["de", "fa"])("what a license lacks is said in %s, sentence by sentence", async (language) => {
  const serviceText = await serviceTextIn(language);
  for (const installed of licenses) {
    for (const feature of features) {
      const lack = unavailableReason(installed, feature, 1_000)!;
      expect(serviceText(lack)).not.toMatch(/\b(the|need|and|not|only)\b/i);
      expect(serviceText(lack)).not.toBe(lack);
    }
  }
});

/** What a page in the language declares about itself. */
function inPage(lang: string): void {
  vi.stubGlobal("document", { documentElement: { lang, dir: "ltr" } });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test.each([
  ["fa", "The texts of some recipients need more than 10 segments: the message would be sent to nobody.", "۱۰"],
  ["fa", "Attempt 3 failed and is retried.", "۳"],
  ["de", "The file names more than 1,234 groups that do not exist: does the right column hold the groups?", "1.234"],
  // Values that users copy.
  ["fa", "There is no group 12.", "12"],
  ["fa", "The gateway refused it (30003).", "30003"],
])("in %s a number is written as in that language: %s", async (language, text, number) => {
  inPage(language);
  const serviceText = await serviceTextIn(language);
  expect(serviceText(text).match(/[\d۰-۹.,]*[\d۰-۹]/g)).toEqual([number]);
});

test("in English a capability is named by its label and not its code, and everything else is unchanged", async () => {
  const serviceText = await serviceTextIn("en");
  expect(serviceText("This needs the capability svc_sendsms, which none of your roles grants.")).toBe(
    "This needs the capability send messages, which none of your roles grants.",
  );
  for (const [text] of sentences.filter(([one]) => !one.includes("svc_"))) expect(serviceText(text)).toBe(text);
});
