import { NEWER_RELEASES } from "../../support/wordpress/folders.ts";
import { companionInBrowser } from "../../support/wordpress/in-browser.ts";

// With a block theme, whose editor is a different one.
for (const release of NEWER_RELEASES)
  companionInBrowser(`the companion on Debian ${release}'s WordPress`, { release, theme: "twentytwentyfive" });
