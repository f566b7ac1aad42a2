import type { z } from "zod";

import { fieldData, fieldRequest, fieldsData, fieldsQuery } from "#contract/subscriber-fields";
import { defineField, type FieldDeps } from "#domain/subscribers/define-field";
import type { Field } from "#domain/subscribers/field";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage, type ShortPage } from "../../response/short-list.ts";

export type FieldEndpointDeps = FieldDeps & { readonly base: string };

export const common = { access: "svc_subscribers", tag: "Fields" } as const;

/** `GET /fields`, `POST /fields`. */
export function fieldsEndpoints(services: FieldEndpointDeps): Endpoint[] {
  return [
    endpoint<typeof fieldsQuery, { page: ShortPage; archived: boolean | undefined }>({
      ...common,
      operationId: "listFields",
      method: "GET",
      path: "/fields",
      summary: "List the fields of subscribers",
      input: fieldsQuery,
      data: fieldsData,
      read: (fields, _context, issues) => ({
        page: readShortPage("fields", fields, issues),
        archived: fields.archived,
      }),
      async handle({ page, archived }) {
        const all = await services.fields.all();
        const chosen = all.filter((one) => archived === undefined || (one.archivedAt !== null) === archived);
        const { items, pagination } = shortPage(chosen, ({ key }) => key, page);
        return { message: `${counted(chosen.length, "field")}.`, data: { items: items.map(shownField), pagination } };
      },
    }),
    endpoint({
      ...common,
      operationId: "createField",
      method: "POST",
      path: "/fields",
      summary: "Define a field",
      description:
        "Gives a key of `custom_fields` a type: from now on its values are checked and stored in one format, in every call. Existing values stay as they are.",
      input: fieldRequest,
      data: fieldData,
      status: 201,
      errors: ["conflict"],
      async handle({ key, label = key, type, choices = [], required = false }) {
        const field = await defineField(services, {
          key,
          label: label.trim(),
          type,
          choices: choices.map((choice) => choice.normalize("NFC").trim()),
          required,
        });
        return {
          status: 201,
          message: `Field ${key} defined.`,
          data: shownField(field),
          headers: { Location: `${services.base}/fields/${key}` },
        };
      },
    }),
  ];
}

export function shownField(field: Field): z.output<typeof fieldData> {
  return {
    key: field.key,
    label: field.label,
    type: field.type,
    choices: [...field.choices],
    required: field.required,
    archived: field.archivedAt !== null,
    created_at: isoTime(field.createdAt),
    updated_at: isoTime(field.updatedAt),
  };
}
