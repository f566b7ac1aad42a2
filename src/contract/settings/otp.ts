import { z } from "zod";

import { CODE_PLACEHOLDER, holdsCode, otpSection } from "#domain/otp/otp-settings";

import { messageText } from "../content.ts";
import { map } from "../fields.ts";
import { settingsSchema } from "./define.ts";

const MOST_LANGUAGES = 100;

export const otpSettings = settingsSchema(otpSection, {
  texts: map(
    z.string().regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/),
    messageText.refine(holdsCode, `must contain ${CODE_PLACEHOLDER}`),
    MOST_LANGUAGES,
  ).meta({
    description: `Text of the message with a one-time password, by language tag. ${CODE_PLACEHOLDER} is replaced by the code. A language that is missing gets the English text.`,
    example: { en: "{{code}} is your code for Acme." },
  }),
});
