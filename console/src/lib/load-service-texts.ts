import { locale } from "./locale.ts";
import { addServiceTexts } from "./service-text.ts";

const catalogs = import.meta.glob<Record<string, string>>("../languages/service/*/*.json", { import: "default" });

/** The service's texts of single screens, for `serviceText`. They are not part of the first load. */
export async function loadServiceTexts(of: "gateways" | "quiet-hours"): Promise<void> {
  addServiceTexts((await catalogs[`../languages/service/${of}/${locale()}.json`]?.()) ?? {});
}
