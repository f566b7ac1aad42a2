import type { Mount } from "../../app.ts";
import { formPages } from "./form-pages.ts";
import type { FormPageDeps } from "./form-services.ts";
import { preferencesPages } from "./preferences.ts";

/** The pages under `/p/`, for everyone and without a session. */
export function publicPages(services: FormPageDeps): Mount {
  return (app) => {
    preferencesPages(app, services);
    formPages(app, services);
  };
}
