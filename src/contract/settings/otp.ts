import { z } from "zod";

import { CODE_PLACEHOLDER, holdsCode, otpSection, otpVariables } from "#domain/otp/otp-settings";

import { messageText } from "../content.ts";
import { map } from "../fields.ts";
import { settingsSchema } from "./define.ts";
import { onlyVariables } from "./localized.ts";

const MAX_LANGUAGES = 100;

export const otpSettings = settingsSchema(otpSection, {
  texts: map(
    z.string().regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/),
    messageText.refine(holdsCode, `must contain ${CODE_PLACEHOLDER}`).superRefine(onlyVariables(otpVariables)),
    MAX_LANGUAGES,
  ).meta({
    description: `Text of the message with a one-time password, by language tag. ${CODE_PLACEHOLDER} is replaced by the code, {{sender}} by the name of the sender and {{minutes}} by the minutes for which it is valid. A language that is missing gets the English text, and while that is as it came, the service's own text in that language.`,
    example: { en: "{{code}} is your code for Acme." },
  }),
});
