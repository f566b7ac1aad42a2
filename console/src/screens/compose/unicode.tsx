import { rich } from "../../lib/rich.ts";
import { plural } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Preview } from "./use-preview.ts";

type Personal = NonNullable<Preview["text"]["personal"]>;

/** For how many people a value makes the parts of their text shorter, and the character of most of them. */
export function Unicode({ personal }: { readonly personal: Personal }) {
  const { ucs2, forced_by: forced } = personal;
  return (
    <>
      {plural(
        ucs2,
        "# text is sent in Unicode, with shorter parts.",
        "# texts are sent in Unicode, with shorter parts.",
      )}
      {forced && <p className={classes.quiet}>{rich`The most frequent reason: ${<mark>{forced.character}</mark>}`}</p>}
    </>
  );
}
