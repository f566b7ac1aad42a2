/** The event of nearly every text says nothing of the channel: only where its provider told it. */
const CHANNEL = "case when channel is null then '{}'::jsonb else jsonb_build_object('channel', channel) end";

/**
 * SQL for the data of a delivery's event, from the rows of a `stateChanged`: what a provider said of it. Needs the
 * columns id, state, gateway and segments, and `channel` unless it is known to be absent.
 */
export function reported(say: {
  readonly error: string;
  readonly response: string;
  readonly channel: boolean;
}): string {
  return `
    jsonb_build_object('id', id, 'state', state, 'gateway', gateway, 'segments', segments,
      'error', ${say.error}, 'response', ${say.response})${say.channel ? ` || ${CHANNEL}` : ""}`;
}

/** What we ended ourselves, and why: `verdict`. Needs id, state, gateway. A gateway is named where one may have it. */
export function ended(verdict: string): string {
  return `case when state = 'unknown' then jsonb_build_object('id', id, 'state', state, 'gateway', gateway, 'error', ${verdict})
      else jsonb_build_object('id', id, 'state', state, 'error', ${verdict}) end`;
}

/** What nobody can tell any more, and since what. Needs gateway. */
export function doubtful(reason: "worker_stopped" | "restored"): string {
  return `jsonb_build_object('gateway', gateway, 'reason', '${reason}')`;
}
