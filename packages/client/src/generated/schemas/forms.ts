// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type FormsSchemas = {
  Form: {
    slug: string;
    title: string;
    intro: string;
    group_ids: number[];
    group_choice: "all" | "preselected" | "open";
    name_field: "hidden" | "optional" | "required";
    fields: {
      key: string;
      label: string;
      type: CommonSchemas["FieldType"];
      required: boolean;
      choices: string[];
    }[];
    consent: string;
    consent_version: number;
    confirm: boolean;
    accent: string;
    logo_url: string | null;
    locale: FormsSchemas["PageLocale"];
    success_url: string | null;
    origins: string[];
    enabled: boolean;
    /** Enabled, and at least one of its groups exists. */
    open: boolean;
    /** Its page; null if TIDINGS_PUBLIC_URL is not set. */
    url: string | null;
    /** HTML for another site's page: a script that inserts the form, or a plain form. */
    embed: {
      script: string;
      html: string;
    } | null;
    created_at: string;
    updated_at: string;
  };
  FormPage: {
    /** What to show: the form, the field for the code, or one sentence. refused: the form does not list the origin. */
    kind: "form" | "code" | "confirmed" | "closed" | "limited" | "refused";
    locale: FormsSchemas["PageLocale"];
    dir: "ltr" | "rtl";
    accent: string;
    /** Color of text on the accent color. */
    ink: string;
    title: string;
    intro?: string;
    text?: string;
    /** Why the form is shown again. */
    notice?: string | null;
    help?: string | null;
    /** To be sent back unchanged. */
    hidden?: Record<string, string>;
    trap?: {
      name: string;
      label: string;
    };
    inputs?: {
      /** number, name, or field_ and the key of a custom field. */
      name: string;
      label: string;
      note: string | null;
      hint?: string;
      type: "tel" | "text" | "number" | "date" | "choice" | "yes_no";
      required: boolean;
      autocomplete?: string;
      choices?: string[];
    }[];
    groups?: {
      label: string;
      checked: boolean;
      items: {
        id: number;
        name: string;
      }[];
    } | null;
    consent?: string;
    button?: string;
    label?: string;
    /** What is wrong, by the name of the input. */
    issues?: Record<string, string>;
    /** What is wrong with the code. */
    issue?: string | null;
    again?: string;
    /** Where the person continues. */
    url?: string | null;
  };
  PageLocale: "en" | "ar" | "cs" | "da" | "de" | "el" | "es" | "fa" | "fi" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "no" | "pl" | "pt" | "ro" | "ru" | "sv" | "th" | "tr" | "uk" | "vi" | "zh";
};
