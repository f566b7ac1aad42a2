import { limits } from "#contract/limits";
import type { Detail } from "#domain/error";
import { segmentsOf } from "#domain/messages/segments";
import type { SubscriberRepository } from "#domain/newsletter/subscriber-repository";
import { senderNameOf } from "#domain/opt-out/sender-name";
import { CODE_PLACEHOLDER, holdsCode, otpSection, otpVariables, otpTextFor } from "#domain/otp/otp-settings";
import { APP_BYTES, otpText, type OtpForm, type OtpWording } from "#domain/otp/otp-text";
import type { Phone } from "#domain/recipients/phone";
import type { ReadSettings } from "#domain/settings/settings-store";
import { siteSection } from "#domain/settings/site-settings";
import { templateTextFor, type TemplateStore } from "#domain/texts/template-store";
import { variableIssues } from "#domain/texts/text-variables";

import { MESSAGE_AND_TEMPLATE, unknownTemplate } from "../messages/template-fields.ts";

export type OtpWordingDeps = {
  readonly readSettings: ReadSettings;
  readonly templates: Pick<TemplateStore, "find">;
  readonly subscriberRepository: Pick<SubscriberRepository, "localeOf">;
};

type Fields = {
  readonly message?: string | undefined;
  readonly template_id?: number | undefined;
  readonly locale?: string | undefined;
  readonly domain?: string | undefined;
  readonly app_hash?: string | undefined;
};

type Message = {
  /** Empty: unknown. */
  readonly phone: Phone;
  readonly sender: string | null;
  readonly digits: number;
  /** Seconds. */
  readonly validFor: number;
};

/** What the message will say, adding all issues found. */
export async function readWording(
  services: OtpWordingDeps,
  fields: Fields,
  { phone, sender, digits, validFor }: Message,
  issues: Detail[],
): Promise<OtpWording> {
  const template = await readTemplate(services, fields, phone, issues);
  const senderName = await senderNameOf(services.readSettings, sender);
  const wording = { template, senderName, validFor, form: readForm(fields, issues) };
  if (template !== "") checkLength(wording, digits, fields, issues);
  return wording;
}

/** @returns the text; empty: an issue was added */
async function readTemplate(services: OtpWordingDeps, fields: Fields, phone: Phone, issues: Detail[]): Promise<string> {
  const { message, template_id: id } = fields;
  if (message !== undefined && id !== undefined) {
    issues.push(MESSAGE_AND_TEMPLATE);
  }
  if (message !== undefined) return message;
  const locale = fields.locale ?? (await localeOf(services, phone));
  if (id === undefined) return otpTextFor(await services.readSettings(otpSection), locale);
  const found = await services.templates.find(id);
  if (!found) {
    issues.push(unknownTemplate(id));
    return "";
  }
  if (found.category !== "otp") {
    issues.push({
      field: "template_id",
      code: "not_supported",
      message: "is the id of a template for other messages: its category must be otp",
      value: id,
    });
    return "";
  }
  const text = templateTextFor(found, locale);
  return hasWrongVariables(text, id, issues) ? "" : text;
}

/** It may have been made for `POST /send`, where the call has the values. */
function hasWrongVariables(text: string, id: number, issues: Detail[]): boolean {
  const found = [...variableIssues("template_id", text, otpVariables)];
  if (!holdsCode(text)) {
    found.push({
      field: "template_id",
      code: "invalid_text",
      message: `has no ${CODE_PLACEHOLDER} in its text for this language`,
      value: id,
    });
  }
  issues.push(...found);
  return found.length > 0;
}

/** The language of the person if they are a subscriber, or of the site. */
async function localeOf({ subscriberRepository, readSettings }: OtpWordingDeps, phone: Phone): Promise<string> {
  const own = phone === "" ? null : await subscriberRepository.localeOf(phone);
  return own ?? (await readSettings(siteSection)).locale;
}

function readForm({ domain, app_hash: hash }: Fields, issues: Detail[]): OtpForm {
  if (domain !== undefined && hash !== undefined) {
    issues.push({ field: "app_hash", code: "not_together", message: "must not be used together with domain" });
  }
  if (hash !== undefined) return { kind: "app", hash };
  return domain !== undefined ? { kind: "domain", host: domain } : { kind: "plain" };
}

function checkLength(wording: OtpWording, digits: number, { template_id: id }: Fields, issues: Detail[]): void {
  const longest = otpText(wording, "0".repeat(digits));
  const { segments } = segmentsOf(longest);
  if (segments > limits.messageSegments) {
    const message = `needs ${segments} segments; the maximum is ${limits.messageSegments}`;
    issues.push({ field: id === undefined ? "message" : "template_id", code: "too_long", message });
  }
  const bytes = Buffer.byteLength(longest);
  if (wording.form.kind === "app" && bytes > APP_BYTES) {
    const message = `makes a message of ${bytes} bytes, and an app reads at most ${APP_BYTES}: shorten the text around ${CODE_PLACEHOLDER}`;
    issues.push({ field: "app_hash", code: "too_long", message });
  }
}
