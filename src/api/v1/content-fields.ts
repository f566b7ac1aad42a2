import type { z } from "zod";

import { contentFields } from "#contract/content";
import { limits } from "#contract/limits";
import type { Detail } from "#domain/error";
import { contentOf, type ContentInput, type MessageContent } from "#domain/messages/content";

type Fields = Partial<z.output<typeof contentFields>>;

/** Whether a call sets any content at all. */
export function saysContent(fields: Fields): boolean {
  return contentFields.keyof().options.some((name) => fields[name] !== undefined);
}

/**
 * Reads the content of a call and adds any issues: there must be a text unless there is media, and it must fit into the
 * maximum number of segments.
 *
 * @param otherwise values for what the call does not set
 */
export function readContent(fields: Fields, otherwise: Partial<ContentInput>, issues: Detail[]): MessageContent {
  const content = contentOf({
    text: fields.message ?? otherwise.text ?? "",
    sender: fields.sender ?? otherwise.sender ?? null,
    flash: fields.flash ?? otherwise.flash ?? false,
    media: fields.media_urls ?? otherwise.media ?? [],
  });
  if (issues.some((issue) => issue.field === "message")) return content;
  if (content.text.trim() === "") {
    if (content.media.length === 0) {
      issues.push({ field: "message", code: "required", message: "is required unless there is media" });
    }
  } else if (content.segments > limits.messageSegments) {
    issues.push({
      field: "message",
      code: "too_long",
      message: `needs ${content.segments} segments; the maximum is ${limits.messageSegments}`,
    });
  }
  return content;
}
