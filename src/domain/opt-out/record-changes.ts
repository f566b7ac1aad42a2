import type { ConsentLedger } from "../consent/consent-ledger.ts";
import type { Evidence } from "../consent/consent-record.ts";
import { ALL_SENDERS, type Suppression } from "./suppression-store.ts";

/** Texts are recorded up to this length. */
const LONGEST_WORDING = 1_000;

/**
 * Appends what was added or lifted to the consent ledger. A doubtful reply withdraws nothing, and is not recorded. Must
 * be called last in a transaction, because the ledger locks its people after everything else.
 *
 * @param text what the person wrote, or why an operator decided; null: unknown
 */
export async function recordChanges(
  ledger: ConsentLedger,
  kind: "blocked" | "lifted",
  entries: readonly Suppression[],
  { evidence, text }: { readonly evidence: Evidence; readonly text: string | null },
): Promise<void> {
  const records = entries.flatMap((entry) => {
    if (entry.kind === "maybe_opt_out") return [];
    const to = entry.sender === ALL_SENDERS ? "" : ` (sender ${entry.sender})`;
    const note = text === null ? to.trim() : `${text.slice(0, LONGEST_WORDING).toWellFormed()}${to}`;
    return [{ phone: entry.phone, groupId: null, kind, evidence, ...(note !== "" && { wording: { text: note } }) }];
  });
  if (records.length > 0) await ledger.append(records);
}
