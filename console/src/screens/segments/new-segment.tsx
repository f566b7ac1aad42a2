import { useNavigate } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import type { Draft } from "./filter.ts";
import { SegmentForm } from "./segment-form.tsx";

const empty: Draft = { all: [{ field: "group_id", op: "is", value: "" }], any: [] };

export function NewSegment() {
  const navigate = useNavigate();
  return (
    <SegmentForm
      initial={{ name: "", draft: empty }}
      submit={async ({ name, filter }) => {
        const { id } = await tidings.createSegment({ name, filter });
        void toast({ message: t`Created the segment ${name}.` });
        await navigate({ to: "/segments/$id", params: { id: `${id}` }, replace: true });
      }}
    />
  );
}
