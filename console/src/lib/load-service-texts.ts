import { locale } from "./locale.ts";
import { addServiceTexts } from "./service-text.ts";

const catalogs = import.meta.glob<Record<string, string>>("../languages/service/*/*.json", { import: "default" });

/** What the service says on some screens alone, for `serviceText`. The first load has none of it. */
export async function loadServiceTexts(of: "gateways" | "quiet-hours"): Promise<void> {
  addServiceTexts((await catalogs[`../languages/service/${of}/${locale()}.json`]?.()) ?? {});
}
