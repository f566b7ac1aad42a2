import type { Detail } from "../error.ts";
import { CODE_PLACEHOLDER, holdsCode } from "../otp/otp-settings.ts";
import type { TemplateInput } from "./template-store.ts";
import { unmatchedIssues } from "./text-variables.ts";

/**
 * What is wrong with the texts of a template. Its variables may have any name, because a call brings their values;
 * those of WP SMS that nothing replaces are refused here, not only when the template is sent.
 */
export function templateIssues({ text, variants, category }: Omit<TemplateInput, "name">): readonly Detail[] {
  const texts = [["text", text], ...Object.entries(variants).map(([locale, one]) => [`variants.${locale}`, one])];
  return (texts as [string, string][]).flatMap(([field, one]): readonly Detail[] => [
    ...unmatchedIssues(field, one),
    ...(category === "otp" && !holdsCode(one)
      ? [
          {
            field,
            code: "invalid_text" as const,
            message: `must contain ${CODE_PLACEHOLDER}, because the category is otp`,
          },
        ]
      : []),
  ]);
}
