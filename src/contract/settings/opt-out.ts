import { z } from "zod";

import { optOutScopes, optOutSection } from "#domain/opt-out/opt-out-settings";

import { text, toggle } from "../fields.ts";
import { limits } from "../limits.ts";
import { settingsSchema } from "./define.ts";
import { localized } from "./localized.ts";

export const optOutSettings = settingsSchema(optOutSection, {
  scope: z.enum(optOutScopes).meta({
    description:
      "What a STOP ends: messages of every sender, or only of the one that it replies to. STOP ALL always ends all. Choose `sender` only when every node runs this release.",
  }),
  applies_to_transactional: toggle().meta({ description: "Whether a STOP also ends transactional messages." }),
  applies_to_otp: toggle().meta({ description: "Whether a STOP also ends one-time passwords." }),
  confirm: toggle().meta({
    description:
      "Whether a STOP is confirmed with one message. Leave it off if the provider does that itself, as most do in the United States.",
  }),
  confirm_text: localized("sender").meta({
    description:
      "The confirmation, by the language of the stop word. `{{sender}}` is replaced by the sender's name. While `default` is as it came, languages that are not listed get the service's own text in that language.",
  }),
  help_text: localized("sender").meta({
    description:
      "The answer to HELP, at most once an hour for each number. Empty: none, as where the provider answers itself.",
  }),
  sender_name: text(limits.name)
    .nullable()
    .meta({ description: "Name of the sender in such messages; null: the sender id that they are sent with." }),
});
