import type { Category } from "../messages/message.ts";
import { textOf } from "./language-tag.ts";

/** A stored text with its translations. */
export type TextTemplate = {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** For messages that set none; null: as for any other text. */
  readonly category: Category | null;
  /** Texts by locale: `de`, `pt-BR`. */
  readonly variants: Readonly<Record<string, string>>;
  /** Increased by each change. */
  readonly version: number;
  readonly createdBy: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** What a caller sets; absent properties stay unchanged. */
export type TemplateInput = Pick<TextTemplate, "name" | "text" | "category" | "variants">;

export type TemplateStore = {
  find(id: number): Promise<TextTemplate | null>;
  /** Those that exist among the ids. */
  findAll(ids: readonly number[]): Promise<readonly TextTemplate[]>;
  list(page: { search: string | null; after: number; limit: number }): Promise<readonly TextTemplate[]>;
  /** null: the name is taken. */
  create(input: TemplateInput, by: string): Promise<TextTemplate | null>;
  /** @param version that the change is based on; null: any. `not_found`: there is no such template with this version */
  update(
    id: number,
    version: number | null,
    changes: { readonly [Name in keyof TemplateInput]?: TemplateInput[Name] | undefined },
  ): Promise<TextTemplate | "not_found" | "name_taken">;
  remove(id: number): Promise<boolean>;
};

/** The text for a locale: its own variant, that of its language, or the text of the template itself. */
export function templateTextFor(
  { text, variants }: Pick<TextTemplate, "text" | "variants">,
  locale: string | null,
): string {
  return textOf(variants, locale) ?? text;
}
