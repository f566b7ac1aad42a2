import { list } from "../../lib/format.ts";
import { languageName } from "../../lib/languages.ts";
import { rich } from "../../lib/rich.ts";
import classes from "./compose.module.css";
import { type Draft, translates } from "./draft.ts";

/** Whether a template's other languages are sent, where it has any. */
export function Translations({ draft }: { readonly draft: Draft }) {
  const { template } = draft;
  if (!template || template.languages.length === 0) return null;
  const languages = template.languages.map(languageName);
  const name = <bdi>{template.name}</bdi>;
  return (
    <p className={classes.quiet}>
      {translates(draft)
        ? rich`Subscribers whose language is ${list(languages, "disjunction")} get the text of ${name} in it.`
        : rich`You changed the text of ${name}, so everybody gets this one: its translations (${list(languages)}) are not sent.`}
    </p>
  );
}
