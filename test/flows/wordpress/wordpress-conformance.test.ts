import { test } from "vitest";

import { hostConformance } from "../../conformance/hosts/kit.ts";
import { startRealWordPress } from "../../conformance/hosts/wordpress-real.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing === null) {
  hostConformance("wordpress, a real one", () => startRealWordPress(), { searches: true });
  hostConformance("wordpress, a real one without permalinks", () => startRealWordPress({ permalinks: false }), {
    searches: true,
  });
  hostConformance("wordpress, a real one without the companion", () => startRealWordPress({ companion: false }));
} else {
  test("the host suite passes on a real WordPress", (context) => context.skip(wordpressMissing ?? ""));
}
