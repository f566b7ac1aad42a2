import type { Operator } from "#app/operator";
import { counted } from "#lib/counted";

import { printRefusal } from "../print-refusal.ts";
import type { Io } from "../command.ts";

type Caller = Pick<Operator, "call">;
type Out = Pick<Io, "out" | "err">;

/** @returns 0 if every gateway is up, else 1 */
export async function showGateways(json: boolean, io: Out, operator: Caller): Promise<number> {
  const { body, data } = await operator.call("GET", "/gateways");
  if (json) io.out(JSON.stringify(body));
  else {
    for (const one of data.items) io.out(lineOf(one));
    for (const { name, reason } of data.unusable) io.out(`${name}  cannot be used here: ${reason}`);
    for (const { gateway, texts } of data.stranded)
      io.out(`${gateway}  not in use; waiting for it: ${counted(texts, "message")}`);
  }
  const wrong = data.items.some(
    ({ health }: { health: { state: string } }) => !["up", "disabled"].includes(health.state),
  );
  return wrong ? 1 : 0;
}

type Shown = {
  readonly name: string;
  readonly label: string;
  readonly dsn: string;
  readonly receipt_url: string | null;
  readonly health: { readonly state: string; readonly reason: string | null; readonly until: string | null };
  readonly routes: readonly { readonly route: string; readonly share: number }[];
};

function lineOf({ name, label, dsn, receipt_url: url, health, routes }: Shown): string {
  const { state, reason, until } = health;
  const trouble = [reason, until && `until ${until}`].filter(Boolean).join(", ");
  const shares = routes.map(({ route, share }) => `  ${String(Math.round(share * 100)).padStart(3)} % of ${route}`);
  const head = `${name}  ${state}${state === "up" || trouble === "" ? "" : ` (${trouble})`}  ${label}, ${dsn}`;
  return [head, ...shares, ...(url === null ? [] : [`  receipts and replies to ${url}`])].join("\n");
}

/** @returns 0 if some gateway would send the message now, else 1 */
export async function showRoute(
  { to, category, json }: { readonly to: string; readonly category: string | null; readonly json: boolean },
  io: Out,
  operator: Caller,
): Promise<number> {
  const query = new URLSearchParams({ to, ...(category !== null && { category }) });
  const reply = await operator.call("GET", `/gateways/route?${query.toString()}`);
  if (json) io.out(JSON.stringify(reply.body));
  if (!reply.ok) {
    if (!json) printRefusal(reply, io);
    return 1;
  }
  if (!json) io.out(reply.message);
  const candidates: readonly { readonly gateway: string; readonly state: string }[] = reply.data.candidates;
  const taker = candidates.find((one) => one.gateway === reply.data.gateway);
  return taker?.state === "up" || taker?.state === "degraded" ? 0 : 1;
}

/** @returns 0 if it was done, else 1 */
export async function reroute(
  { name, to, json }: { readonly name: string; readonly to: string | null; readonly json: boolean },
  io: Out,
  operator: Caller,
): Promise<number> {
  const reply = await operator.call("POST", `/gateways/${encodeURIComponent(name)}/reroute`, to === null ? {} : { to });
  if (json) io.out(JSON.stringify(reply.body));
  else if (reply.ok) io.out(reply.message);
  else printRefusal(reply, io);
  return reply.ok ? 0 : 1;
}
