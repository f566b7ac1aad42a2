import { deletedField, fieldChanges, fieldData, fieldPath } from "#contract/subscriber-fields";
import { changeField, noField, removeField } from "#domain/subscribers/define-field";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { common, shownField, type FieldEndpointDeps } from "./fields.ts";

/** GET, PATCH, DELETE of `/fields/{key}`. */
export function fieldEndpoints(services: FieldEndpointDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "getField",
      method: "GET",
      path: "/fields/{key}",
      summary: "Show a field",
      input: fieldPath,
      data: fieldData,
      errors: ["not_found"],
      async handle({ key }) {
        const field = await services.fields.find(key);
        if (!field) throw noField(key);
        return { message: `Field ${key}.`, data: shownField(field) };
      },
    }),
    endpoint({
      ...common,
      operationId: "updateField",
      method: "PATCH",
      path: "/fields/{key}",
      summary: "Change, archive or restore a field",
      description: "Only the parameters given are changed. A choice that a subscriber has cannot be removed.",
      input: fieldChanges,
      hints: {
        type: "the type of a field cannot be changed: stored values would no longer fit. Define another field",
      },
      data: fieldData,
      errors: ["not_found", "conflict"],
      async handle({ key, label, choices, required, archived }) {
        const field = await changeField(services, key, {
          label: label?.trim(),
          choices: choices?.map((choice) => choice.normalize("NFC").trim()),
          required,
          archived,
        });
        return { message: `Field ${key} changed.`, data: shownField(field) };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteField",
      method: "DELETE",
      path: "/fields/{key}",
      summary: "Delete a field that has no values",
      description: "A field of which any subscriber has a value can only be archived.",
      input: fieldPath,
      data: deletedField,
      errors: ["not_found", "conflict"],
      async handle({ key }) {
        await removeField(services, key);
        return { message: `Field ${key} deleted.`, data: { deleted: true, key } };
      },
    }),
  ];
}
