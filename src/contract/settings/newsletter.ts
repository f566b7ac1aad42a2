import { z } from "zod";

import { hasCode, newsletterSection, welcomeCategories } from "#domain/newsletter/settings";

import { text, toggle } from "../fields.ts";
import { limits } from "../limits.ts";
import { settingsSchema } from "./define.ts";
import { localized, localizedCode } from "./localized.ts";

export const newsletterSettings = settingsSchema(newsletterSection, {
  double_opt_in: toggle().meta({
    description: "Whether new subscribers confirm with a code, unless their group says otherwise.",
  }),
  call_may_switch_off: toggle().meta({
    description: "Whether a call may subscribe somebody without a code, for consent that was given elsewhere.",
  }),
  code_text: text(limits.messageUnits).refine(hasCode, "must contain {{code}}").meta({
    description:
      "Text of the message with the activation code, which takes the place of `{{code}}` or `{code}`; `{{sender}}` and `{{group}}` are replaced, too.",
  }),
  code_texts: localizedCode().meta({
    description:
      "The same by language of the subscriber; all others get `code_text`. Groups may have texts of their own.",
  }),
  welcome_texts: localized(limits.welcome).meta({
    description:
      "The message to a person who has become a member, by their language, with `default` for all others. Empty: none is sent. `{{sender}}`, `{{group}}`, `{{stop}}` (as in the footer) and the variables of personal texts are replaced. Groups may have texts of their own.",
    example: { default: "{{sender}}: Welcome to {{group}}, {{name | friend}}. Reply {{stop}} to end." },
  }),
  welcome_category: z.enum(welcomeCategories).meta({
    description:
      "transactional: confirms the subscription, leaves at once. marketing: a text that advertises; quiet hours, frequency cap and footer apply.",
  }),
});
