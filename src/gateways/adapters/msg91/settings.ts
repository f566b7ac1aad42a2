import { z } from "zod";

import { vendorSettings } from "../../vendor/settings.ts";

export const msg91Settings = z.object({
  authkey: z.string().min(1).meta({ label: "Auth key", secret: true }),
  ...vendorSettings("control.msg91.com"),
  template: z
    .string()
    .regex(/^\w{1,64}$/, "must be a template id")
    .meta({ label: "Template id" }),
  variable: z
    .string()
    .regex(/^\w{1,40}$/, "must be a variable's name")
    .default("content")
    .meta({ label: "Variable", help: "The variable of the template that holds the text." }),
});

export type Msg91Settings = z.infer<typeof msg91Settings>;
