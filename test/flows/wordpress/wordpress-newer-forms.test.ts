import { NEWER_RELEASES } from "../../support/wordpress/folders.ts";
import { formsInWordPress } from "../../support/wordpress/forms.ts";

// The newest, with a block theme, as in wordpress-newer-browser.
const release = NEWER_RELEASES.at(-1)!;
formsInWordPress(`a form of the console on Debian ${release}'s WordPress`, { release, theme: "twentytwentyfive" });
