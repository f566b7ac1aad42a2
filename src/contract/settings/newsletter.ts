import { hasCode, newsletterSection } from "#domain/newsletter/settings";

import { text, toggle } from "../fields.ts";
import { limits } from "../limits.ts";
import { settingsSchema } from "./define.ts";

export const newsletterSettings = settingsSchema(newsletterSection, {
  double_opt_in: toggle().meta({
    description: "Whether new subscribers confirm with a code, unless their group says otherwise.",
  }),
  call_may_switch_off: toggle().meta({
    description: "Whether a call may subscribe somebody without a code, for consent that was given elsewhere.",
  }),
  code_text: text(limits.messageUnits).refine(hasCode, "must contain {{code}}").meta({
    description: "Text of the message with the activation code, which takes the place of `{{code}}` or `{code}`.",
  }),
});
