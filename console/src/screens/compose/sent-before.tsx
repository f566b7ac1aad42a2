import { Link } from "@tanstack/react-router";

import { Time } from "../../components/time.tsx";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import type { Preview } from "./use-preview.ts";

/** The message that this one repeats, to be looked at before everybody gets it twice. */
export function SentBefore({
  message: { message_id: id, at },
}: {
  readonly message: NonNullable<Preview["sent_before"]>;
}) {
  return (
    <div>
      <dt>{t`Same text`}</dt>
      <dd>
        <Link to={"/messages/$id" as string} params={{ id } as never}>
          {rich`Sent ${<Time at={at} />}`}
        </Link>
      </dd>
    </div>
  );
}
