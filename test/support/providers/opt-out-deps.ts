import type { HonorDeps } from "#domain/opt-out/honor-reply";
import { acceptQueries } from "#store/queries/accept/accept";
import type { Db } from "#store/database";
import { newsletterQueries } from "#store/queries/newsletter/newsletter";
import { consentsOver } from "../people/consents.ts";
import { settingsQueries } from "#store/queries/settings/settings";
import { helpReplyQueries } from "#store/queries/suppressions/help-replies";
import { suppressionQueries } from "#store/queries/suppressions/suppressions";

const nothing = (): void => undefined;

/** The dependencies for acting on a reply, on a database, without a gateway for responses. */
export function optOutDeps(db: Db): HonorDeps {
  const consents = consentsOver(db);
  return {
    suppressions: suppressionQueries(db, nothing),
    helpReplies: helpReplyQueries(db),
    newsletter: newsletterQueries(db, consents, nothing),
    consentLedger: consents.ledger,
    messages: acceptQueries(db, nothing),
    routes: { byName: () => null },
    readSettings: settingsQueries(db).read,
    unitOfWork: db,
  };
}
