import { formsInWordPress } from "../../support/wordpress/forms.ts";

formsInWordPress("a form of the console");
