/** The channel is included only if the provider reported it: nearly every event omits it. */
const CHANNEL = "case when channel is null then '{}'::jsonb else jsonb_build_object('channel', channel) end";

/**
 * SQL for the data of a delivery's event, from the rows of a `stateChanged`: what a provider reported. Needs the
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

/**
 * Deliveries that the service ended itself, and why: `verdict`. Needs id, state, gateway. A gateway is named if one may
 * have accepted it.
 */
export function ended(verdict: string): string {
  return `case when state = 'unknown' then jsonb_build_object('id', id, 'state', state, 'gateway', gateway, 'error', ${verdict})
      else jsonb_build_object('id', id, 'state', state, 'error', ${verdict}) end`;
}

/**
 * The response of a delivery whose worker ended between mark and settle; its event is `doubtful("worker_stopped")`.
 */
export const WORKER_STOPPED = "'The worker stopped between sending and noting the answer.'";

/** Deliveries whose outcome can no longer be determined, and since what. Needs gateway. */
export function doubtful(reason: "worker_stopped" | "restored"): string {
  return `jsonb_build_object('gateway', gateway, 'reason', '${reason}')`;
}
