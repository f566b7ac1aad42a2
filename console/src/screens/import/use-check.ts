import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { isJobOver, type Job, useJob } from "../../api/use-job.ts";
import { type ChosenFile, inputOf, type Plan } from "./plan.ts";

export type Reading = Operations["importSubscribers"]["data"];

/** From this size on a file is checked again when that is asked for, and not with every change. Bytes. */
const large = 5_000_000;

/** The file is read this long after the last change, in milliseconds. */
const rest = 400;

export type Check = {
  /** How the service reads the file; of the plan before while that of the new one is on its way. */
  readonly reading: Reading | undefined;
  /** Counts what the import would do. The last one that ended, until the one of the reading has. */
  readonly job: Job | undefined;
  /** The job is that of this file and plan, and has ended. */
  readonly counted: boolean;
  readonly error: unknown;
  /** The reading is not that of the plan, or none is here yet. */
  readonly pending: boolean;
  /** The file is checked again when this is called: it is large. */
  readonly again: (() => void) | undefined;
  readonly retry: () => void;
};

/** Has the service read a file as the plan says, without changing anything. */
export function useCheck({ id, file }: ChosenFile, plan: Plan): Check {
  const key = `${id} ${JSON.stringify(inputOf(plan))}`;
  const [current] = useDebouncedValue(key, rest);
  const [confirmed, setConfirmed] = useState(key);
  const ended = useRef<Job>(undefined);
  const settled = current === key;
  const allowed = file.size < large || confirmed === key;
  const query = useQuery({
    // Not under a live topic: a change of anything else does not make it read again.
    queryKey: ["import check", key],
    queryFn: ({ signal }) => tidings.importSubscribers({ ...inputOf(plan), file, dry_run: true }, { signal }),
    enabled: settled && allowed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const fresh = query.isPlaceholderData || query.error ? undefined : query.data;
  const { data: job = fresh?.job } = useJob(fresh?.job.id);
  const counted = fresh !== undefined && job !== undefined && isJobOver(job);
  if (counted) ended.current = job;
  return {
    reading: query.data,
    job: counted ? job : (ended.current ?? job),
    counted,
    error: settled ? query.error : null,
    pending: !settled || (fresh === undefined && !query.error),
    again: settled && !allowed ? () => setConfirmed(key) : undefined,
    retry: () => void query.refetch(),
  };
}
