import { companionInBrowser } from "../../support/wordpress/in-browser.ts";

companionInBrowser("the companion");
