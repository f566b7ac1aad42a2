import { Button } from "@mantine/core";
import { TidingsConnectionError } from "tidings-client";

import type { Job } from "../../api/use-job.ts";
import { Count } from "../../components/count.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { JobProgress } from "../../components/job-progress.tsx";
import { Outdated } from "../../components/outdated.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Phone } from "../../components/phone.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { SkeletonLines } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { badges, type StateKind } from "../../components/state-badges.ts";
import { SubNav, usePart } from "../../components/sub-nav.tsx";
import { Time } from "../../components/time.tsx";
import classes from "./components.module.css";
import { SampleCharts } from "./sample-charts.tsx";
import { SampleForm } from "./sample-form.tsx";
import { SampleMessage } from "./sample-message.tsx";
import { SampleOverlays } from "./sample-overlays.tsx";
import { SampleTable } from "./sample-table.tsx";

const parts = [
  { name: "first", label: "First part" },
  { name: "second", label: "Second part" },
] as const;
const opened = new Date().toISOString();
const job: Job = {
  id: "job_made_up",
  kind: "import",
  state: "running",
  progress: { done: 31_402, total: 50_000 },
  result: null,
  error: null,
  created_by: "ana",
  created_at: opened,
  started_at: opened,
  finished_at: null,
  undoable_until: null,
  undone_by: null,
  undoes: null,
};

export function Components() {
  const part = usePart(parts);
  const kinds = Object.keys(badges) as StateKind[];
  return (
    <Page
      title="Components"
      lead="What screens are made of, with made-up data. A screen that needs something else adds it here."
      actions={
        <>
          <Button variant="default">Secondary action</Button>
          <Button>Primary action</Button>
        </>
      }
    >
      <SubNav label="Parts of a screen" parts={parts} current={part} />
      <div className={classes.stack}>
        <SampleCharts />
        <SampleTable />
        <Panel title="States">
          <div className={classes.states}>
            {kinds.map((kind) => (
              <div key={kind}>
                <h3>{kind}</h3>
                {Object.keys(badges[kind]).map((state) => (
                  <StateBadge key={state} of={kind} state={state} />
                ))}
              </div>
            ))}
          </div>
        </Panel>
        <div className={classes.two}>
          <Panel title="A form" lead="The issues of the API stand at its fields.">
            <SampleForm />
          </Panel>
          <Panel title="Overlays">
            <SampleOverlays />
          </Panel>
        </div>
        <div className={classes.two}>
          <Panel title="Values">
            <p>
              <Phone number="+4915123456789" /> · <Phone number="+15005550000" /> · <Count value={1234567} /> ·{" "}
              <Count value={10000} capped /> · <Count value={null} /> · <Time at={opened} focusable /> ·{" "}
              <Time at="2026-01-05T10:02:31Z" show="exact" />
            </p>
            <SkeletonLines />
          </Panel>
          <SecretOnce name="Application password of Shop" secret="abcd EFGH 1234 ijkl MNOP 5678" />
        </div>
        <div className={classes.two}>
          <Panel title="A job">
            <JobProgress job={job} label="The file is imported" />
          </Panel>
          <Panel title="A job that has just begun">
            <JobProgress
              job={{ ...job, progress: { done: 0, total: null } }}
              label="The file is imported"
              before="12,000 rows read"
            />
          </Panel>
        </div>
        <Panel title="A message" lead="What it says, how it arrives and when it leaves.">
          <SampleMessage />
        </Panel>
        <Panel title="An empty list">
          <EmptyState icon="inbox" title="No replies yet" action={<Button>Write a message</Button>}>
            When somebody answers one of your messages, the answer appears here.
          </EmptyState>
        </Panel>
        <Outdated error={new TidingsConnectionError("made up")} onRetry={() => {}} />
        <ErrorView error={new Error("made up")} title="The message was not sent" onRetry={() => {}} />
      </div>
    </Page>
  );
}
