import { resourceCommand } from "./resource.ts";

export const otp = resourceCommand({
  name: "otp",
  actions: [
    {
      name: "send",
      words: ["NUMBER"],
      method: "POST",
      path: "/otp",
      sends: { NUMBER: "number" },
      flags: {
        purpose: { wire: "purpose", value: "NAME" },
        length: { wire: "length", value: "DIGITS" },
        "expires-in": { wire: "expires_in", value: "SECONDS" },
        locale: { wire: "locale", value: "TAG" },
        template: { wire: "template_id", value: "ID" },
        domain: { wire: "domain", value: "HOST" },
      },
    },
    {
      name: "check",
      words: ["NUMBER", "CODE"],
      method: "POST",
      path: "/otp/check",
      sends: { NUMBER: "number", CODE: "code" },
      flags: { purpose: { wire: "purpose", value: "NAME" } },
    },
  ],
  notes: ["check accepts codes that were sent with send, and none that another caller of the API requested."],
});
