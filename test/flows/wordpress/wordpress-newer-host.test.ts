import { test } from "vitest";

import { hostConformance } from "../../conformance/hosts/kit.ts";
import { startRealWordPress } from "../../conformance/hosts/wordpress-real.ts";
import { NEWER_RELEASES } from "../../support/wordpress/folders.ts";
import { missingWordPress } from "../../support/wordpress/missing.ts";

// On newer WordPress versions only what they may change is tested: this, and the screens. TIDINGS_TEST_WORDPRESS=trixie
// runs the rest on one.
for (const release of NEWER_RELEASES) {
  const missing = missingWordPress(release);
  if (missing) test(`the host suite passes on ${release}'s WordPress`, (context) => context.skip(missing));
  else hostConformance(`wordpress, Debian ${release}'s`, () => startRealWordPress({ release }), { searches: true });
}
