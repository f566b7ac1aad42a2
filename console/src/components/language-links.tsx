import { consoleLanguages, ownName, speak } from "../lib/console-language.ts";
import { locale } from "../lib/locale.ts";
import { t } from "../lib/translate.ts";
import classes from "./language-links.module.css";

/** For screens before the sign-in, where there is no menu. */
export function LanguageLinks() {
  return (
    <nav className={classes.languages} aria-label={t`Language`}>
      {consoleLanguages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-current={language === locale() ? "true" : undefined}
          onClick={() => speak(language)}
        >
          {ownName(language)}
        </button>
      ))}
    </nav>
  );
}
