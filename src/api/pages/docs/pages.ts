import { errorsPage } from "./errors.ts";
import { groupPage } from "./group.ts";
import { guidePages, type DocumentFile } from "./guide/guide-pages.ts";
import { chaptersOf, type Description } from "./model.ts";
import { overviewPage } from "./overview.ts";
import type { DocsPage } from "./page.ts";

/** Every page below /docs, in the order of the navigation. */
export function docsPagesOf(description: Description, files: readonly DocumentFile[]): readonly DocsPage[] {
  const chapters = chaptersOf(description);
  const overview = overviewPage(chapters, description.info.version);
  return [overview, errorsPage, ...guidePages(files), ...chapters.map(groupPage)];
}
