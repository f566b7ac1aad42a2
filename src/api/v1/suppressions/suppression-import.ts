import { suppressionImport, suppressionImportData } from "#contract/suppressions";
import { suppressMany, type SuppressCommand } from "#domain/opt-out/suppress-many";
import { readNumbers, type NumbersReading } from "#domain/recipients/numbers";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { about, suppressCommand, type SuppressionDeps } from "./suppressions.ts";

type Command = SuppressCommand & { readonly read: NumbersReading };

/** `POST /suppressions/import`. */
export function suppressionImportEndpoint(services: SuppressionDeps): Endpoint {
  return endpoint<typeof suppressionImport, Command>({
    ...about,
    operationId: "importSuppressions",
    method: "POST",
    path: "/suppressions/import",
    summary: "Suppress many numbers",
    description:
      "Adds a list, such as the opt-outs of a service that was used before. A number that is on the list already keeps its entry.",
    input: suppressionImport,
    data: suppressionImportData,
    read({ numbers = [], ...fields }, context, issues) {
      const read = readNumbers(numbers, services.country);
      if (!fields.skip_invalid) issues.push(...read.issues);
      return { read, ...suppressCommand(read.phones, fields, context) };
    },
    async handle(command) {
      const { length: added } = await suppressMany(services, command);
      const { phones, duplicates, issues } = command.read;
      return {
        message: `${counted(added, "number")} suppressed.`,
        data: { added, already: phones.length - added, duplicates, invalid: issues.length },
      };
    },
  });
}
