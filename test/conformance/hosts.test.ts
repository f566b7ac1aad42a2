import { startBuiltin } from "./hosts/builtin.ts";
import { hostConformance } from "./hosts/kit.ts";
import { startProgram } from "./hosts/program.ts";
import { startWordPress } from "./hosts/wordpress.ts";

hostConformance("builtin", startBuiltin, { within: true, searches: true });
hostConformance("of a program that runs the service as a library", startProgram, { searches: true });
hostConformance("wordpress, with the companion", () => startWordPress({}), { searches: true });
hostConformance(
  "wordpress, in a folder and without permalinks",
  () => startWordPress({ path: "/blog", permalinks: false }),
  { searches: true },
);
hostConformance("wordpress, with WooCommerce and no companion", () =>
  startWordPress({ companion: false, woocommerce: true }),
);
hostConformance("wordpress, with a plugin that shows numbers and no companion", () =>
  startWordPress({ companion: false, showsMeta: true }),
);
