import { expect, test } from "vitest";

import { textsIn } from "#api/pages/forms/texts";
import { pageLocales } from "#domain/texts/locales";

import { previewWords } from "../../console/src/screens/forms/preview-words.ts";

test.each(pageLocales)("the preview of a form in %s has the words of its page", async (locale) => {
  expect(await textsIn(locale)).toMatchObject(previewWords[locale]!);
});
