import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { segmentQuery } from "../subscribers/use-segments.ts";
import { draftOf } from "./filter.ts";
import { NewSegment } from "./new-segment.tsx";
import { SegmentActions } from "./segment-actions.tsx";
import { SegmentForm } from "./segment-form.tsx";
import { UsedBy } from "./used-by.tsx";

const breadcrumbs = [{ label: t`Segments`, to: "/segments" }];

/** One segment: its conditions, who matches them, and what sends to it. `/segments/new` creates one. */
export function Segment() {
  const { id } = useRouteParams("id");
  if (id === "new") {
    return (
      <Page title={t`New segment`} breadcrumbs={breadcrumbs}>
        <NewSegment />
      </Page>
    );
  }
  return <StoredSegment key={id} id={Number(id)} />;
}

function StoredSegment({ id }: { readonly id: number }) {
  const { time_zone: zone } = useSession().site;
  const query = useQuery(segmentQuery(id));
  const { data: segment } = query;
  if (!segment) {
    return (
      <Page title={t`Segment`} breadcrumbs={breadcrumbs}>
        <Loading query={query} height={280} />
      </Page>
    );
  }
  return (
    <Page title={segment.name} breadcrumbs={breadcrumbs} actions={<SegmentActions segment={segment} />}>
      <SegmentForm
        initial={{ name: segment.name, draft: draftOf(segment.filter, zone) }}
        segment={{ id, reachable: segment.active_count }}
        submit={(_, changed) => tidings.updateSegment({ id, ...changed })}
      >
        <UsedBy id={id} />
      </SegmentForm>
    </Page>
  );
}
