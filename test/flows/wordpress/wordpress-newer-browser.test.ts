import { NEWER_RELEASES } from "../../support/wordpress/folders.ts";
import { companionInBrowser } from "../../support/wordpress/in-browser.ts";

// The newest, beside the installed one. With a block theme, whose editor is a different one.
const release = NEWER_RELEASES.at(-1)!;
companionInBrowser(`the companion on Debian ${release}'s WordPress`, { release, theme: "twentytwentyfive" });
