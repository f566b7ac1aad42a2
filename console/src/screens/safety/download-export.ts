import { tidings } from "../../api/client.ts";

/** Reads every page of what is held about a number, and hands it to the browser as one JSON file. */
export async function downloadExport(mobile: string): Promise<void> {
  const records: unknown[] = [];
  for await (const item of tidings.exportPersonalData({ mobile, per_page: 100 })) records.push(item);
  const file = new Blob([JSON.stringify({ mobile, records }, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `personal-data-${mobile.replace("+", "")}.json`;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
