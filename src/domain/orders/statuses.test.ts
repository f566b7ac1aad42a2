import { expect, test } from "vitest";

import { doubtAboutStatus } from "./statuses.ts";

test.each(["pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed"])(
  "%s is a status of every shop",
  (status) => {
    expect(doubtAboutStatus(status)).toBeNull();
  },
);

test.each([
  ["complete", /Did you mean completed\?/],
  ["canceled", /Did you mean cancelled\?/],
  ["onhold", /Did you mean on-hold\?/],
  ["shipped", /shipped is not a status of WooCommerce itself: .* plugin/],
  ["checkout-draft", /never/],
  ["trash", /never/],
])("%s is questioned", (status, why) => {
  expect(doubtAboutStatus(status)).toMatch(why);
});

test("a plugin's status is not corrected to one that merely has a similar length", () => {
  expect(doubtAboutStatus("packed")).not.toContain("Did you mean");
});
