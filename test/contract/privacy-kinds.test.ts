import { expect, test } from "vitest";

import { erasureData, privacyExportData, privacySearchData } from "#contract/privacy";
import { heldKinds } from "#domain/privacy/privacy-store";

test("what the replies tell of a person are the kinds that the store holds, in the same order", () => {
  expect(privacyExportData.shape.items.element.shape.kind.options).toEqual(heldKinds);
  expect(Object.keys(privacySearchData.shape.held.shape)).toEqual(heldKinds);
  expect(Object.keys(erasureData.shape.erased.shape)).toEqual(heldKinds);
});
