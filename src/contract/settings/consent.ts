import { z } from "zod";

import { consentSection, recordRules } from "#domain/consent/consent-settings";

import { toggle } from "../fields.ts";
import { settingsSchema } from "./define.ts";

export const consentSettings = settingsSchema(consentSection, {
  require_record: z.enum(recordRules).meta({
    description:
      "Marketing to direct numbers, users, roles and customers without a consent on record. enforce, the default: is refused with `consent_required`, unless the call states a `consent_basis`; warn: is accepted with a warning; off: is accepted.",
  }),
  record_address: toggle().meta({
    description:
      "Whether new records keep the network address from which a person agreed. Records that exist never change.",
  }),
});
