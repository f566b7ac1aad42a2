import { footerSection } from "#domain/opt-out/footer-settings";

import { text, toggle } from "../fields.ts";
import { limits } from "../limits.ts";
import { settingsSchema } from "./define.ts";
import { localized } from "./localized.ts";

export const footerSettings = settingsSchema(footerSection, {
  enabled: toggle().meta({
    description:
      "Whether marketing ends with the footer. It counts: a longer text may need more segments, which cost more.",
  }),
  texts: localized("sender", "stop").meta({
    description:
      "The footer by language. `{{sender}}` is replaced by `opt_out.sender_name` or the sender id, `{{stop}}` by `stop`. While `default` is as it came, languages that are not listed get the service's own text in that language.",
  }),
  stop: text(limits.footer).meta({
    description: "What to reply, and to which number if the sender is a name: `STOP to 36111`.",
  }),
});
