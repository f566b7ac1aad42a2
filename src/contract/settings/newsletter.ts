import { z } from "zod";

import { newsletterSection, welcomeCategories } from "#domain/newsletter/settings";

import { toggle } from "../fields.ts";
import { settingsSchema } from "./define.ts";
import { codeText, localizedCode, localizedWelcome } from "./localized.ts";

export const newsletterSettings = settingsSchema(newsletterSection, {
  double_opt_in: toggle().meta({
    description: "Whether new subscribers confirm with a code, unless their group says otherwise.",
  }),
  call_may_switch_off: toggle().meta({
    description: "Whether a call may subscribe a person without a code, for consent that was given elsewhere.",
  }),
  code_text: codeText().meta({
    description:
      "Text of the message with the activation code, which takes the place of `{{code}}` or `{code}`; `{{sender}}` and `{{group}}` are replaced, too. As it came, it is sent in the language of the person, of which the service knows 28; a text of your own is for all languages that `code_texts` does not have.",
  }),
  code_texts: localizedCode().meta({
    description:
      "The same by language of the subscriber; all others get `code_text`. Groups may have texts of their own.",
  }),
  welcome_texts: localizedWelcome().meta({
    description:
      "The message to a person who has become a member, by their language, with `default` for all others. Empty: none is sent. `{{sender}}`, `{{group}}`, `{{stop}}` (as in the footer) and the variables of personal texts are replaced. Groups may have texts of their own.",
    example: { default: "{{sender}}: Welcome to {{group}}, {{name | friend}}. Reply {{stop}} to end." },
  }),
  welcome_category: z.enum(welcomeCategories).meta({
    description:
      "transactional: confirms the subscription, leaves at once. marketing: a text that advertises; quiet hours, frequency cap and footer apply.",
  }),
});
