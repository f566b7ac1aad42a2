import { t } from "../../lib/translate.ts";

/** Where the setup link is that has to be used first. */
export function SetupNote() {
  return t`Nobody has chosen a password yet. Open the setup link that the first start showed, or wrote to first-passwords.txt in the data folder. After a day, “tidings user setup-link” prints another.`;
}
