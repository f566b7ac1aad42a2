import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useCan } from "../../api/session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { plural } from "../../lib/format.ts";
import type { Sent as Result } from "./check.tsx";
import classes from "./compose.module.css";

export type SentProps = { readonly sent: Result; readonly people: number; readonly onNew: () => void };

/** What became of it, and where to watch it arrive. */
export function Sent({ sent, people, onNew }: SentProps) {
  const can = useCan();
  const accepted = sent.recipients.accepted ?? people;
  return (
    <Page title="The message is on its way" width="form">
      <EmptyState
        icon="check"
        title={`${plural(accepted, "text", "texts")} ${accepted === 1 ? "is leaving" : "are leaving"}`}
        action={
          <div className={classes.after}>
            {sent.message_id && can("svc_outbox") && (
              <Button component={Link} to={"/outbox" as string} search={{ message_id: sent.message_id } as never}>
                Watch {accepted === 1 ? "it" : "them"} arrive
              </Button>
            )}
            <Button variant="default" onClick={onNew}>
              Write another message
            </Button>
          </div>
        }
      >
        {sent.sandbox
          ? "The sandbox takes them: no real phone receives anything."
          : "They are stored safely: even a restart of the service loses none."}
      </EmptyState>
    </Page>
  );
}
