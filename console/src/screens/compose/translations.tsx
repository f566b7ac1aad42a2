import { languageName } from "../../lib/languages.ts";
import { rich } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import { type Draft, translates } from "./draft.ts";

/** Whether a template's other languages are sent, where it has any. */
export function Translations({ draft }: { readonly draft: Draft }) {
  const { template } = draft;
  if (!template || template.languages.length === 0) return null;
  const languages = template.languages.map(languageName).join(", ");
  return (
    <p className={classes.quiet}>
      {translates(draft) ? (
        <>{rich`Subscribers whose language is ${languages} get the text of ${<bdi>{template.name}</bdi>} in it.`}</>
      ) : (
        <>{rich`You changed the text of ${<bdi>{template.name}</bdi>}, so everybody gets this one: its translations (${languages}) are not sent.`}</>
      )}
    </p>
  );
}
