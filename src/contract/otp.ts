import { z } from "zod";

import { DEFAULT_DIGITS, MAX_DIGITS, MIN_DIGITS, OTP_TRIES } from "#domain/otp/otp-code";
import { CODE_PLACEHOLDER, holdsCode, otpVariables } from "#domain/otp/otp-settings";
import { APP_BYTES } from "#domain/otp/otp-text";

import { messageText, senderId } from "./content.ts";
import { integer, ipAddress, phoneText, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { onlyVariables } from "./settings/localized.ts";
import { localeName } from "./templates.ts";

const number = phoneText().meta({
  description: "The number, in E.164 format, or national if TIDINGS_COUNTRY is set.",
  example: "+4915112345678",
});

const purpose = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,40}$/, "must be up to 40 letters, digits and . _ : -")
  .optional()
  .meta({
    description: "What the code is for, such as `sign-in`: a code for one purpose is wrong for another. Default: none.",
    example: "sign-in",
  });

/** A host name with a dot, or localhost; without scheme and port. */
const HOST =
  /^(?=.{1,253}$)(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9]))$/i;
/** Base 64 of the first bytes of a digest, as Android computes it. */
const APP_HASH = /^[A-Za-z0-9+/]{11}$/;

export const otpRequest = z.object({
  number,
  length: integer(MIN_DIGITS, MAX_DIGITS)
    .optional()
    .meta({ description: `Digits of the code. Default: ${DEFAULT_DIGITS}.` }),
  expires_in: integer(limits.otpSecondsLeast, limits.otpSecondsMost)
    .optional()
    .meta({ description: `Seconds for which the code is valid. Default: ${limits.otpSeconds}.` }),
  purpose,
  locale: localeName.optional().meta({
    description: "Language of the text, from the template or the settings. Default: the person's, or the site's.",
    example: "de",
  }),
  message: messageText
    .refine(holdsCode, `must contain ${CODE_PLACEHOLDER}`)
    .superRefine(onlyVariables(otpVariables))
    .optional()
    .meta({
      description: `Text instead of the one in the settings. ${CODE_PLACEHOLDER} is replaced by the code, {{sender}} by the sender's name and {{minutes}} by the minutes for which it is valid.`,
    }),
  template_id: integer(1).optional().meta({
    description: `A template of category otp instead of \`message\`, with the same variables.`,
  }),
  domain: z.string().regex(HOST, "must be a host name such as example.com").optional().meta({
    description: "Host of the page on which the code is typed: browsers then offer it there, and nowhere else.",
    example: "example.com",
  }),
  app_hash: z
    .string()
    .regex(APP_HASH, "must be the 11 characters that Android computes from the app")
    .optional()
    .meta({
      description: `Hash of the Android app that reads the message. The whole text then has at most ${APP_BYTES} bytes.`,
    }),
  sender: senderId.optional().meta({ description: "Sender id. Default: the configured one." }),
  client_ip: ipAddress()
    .optional()
    .meta({ description: "Address of the person who asks for the code: it is limited, too.", example: "192.0.2.7" }),
});

export const otpCheckRequest = z.object({
  number: number.optional(),
  id: z
    .string()
    .max(80)
    .optional()
    .meta({ description: "Id from the reply to `POST /otp`, instead of `number` and `purpose`." }),
  purpose,
  code: z
    .preprocess(
      (value) => (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? String(value) : value),
      text(40),
    )
    .meta({
      description: `The code as it was typed. ${OTP_TRIES} attempts are possible.`,
      example: "123456",
    }),
});

export const otpData = z.object({
  id: z.string(),
  expires_at: z.iso.datetime(),
  resend_after: z.int().meta({ description: "Seconds until the number can get another message." }),
  resent: z.boolean().meta({ description: "The code that was sent before was sent again." }),
  sandbox: z.boolean(),
  warnings: z.array(z.string()).optional(),
});

export const otpCheckData = z.object({
  id: z.string(),
  verified: z.literal(true),
  verified_at: z.iso.datetime(),
  warnings: z.array(z.string()).optional(),
});
