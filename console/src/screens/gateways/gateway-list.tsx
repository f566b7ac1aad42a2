import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { tidings } from "../../api/client.ts";
import { statusQuery } from "../../api/status.ts";
import { useOptimistic } from "../../api/use-optimistic.ts";
import { announce } from "../../components/announce.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { t } from "../../lib/translate.ts";
import { GatewayRow } from "./gateway-row.tsx";
import classes from "./gateways.module.css";
import { type GatewayData, type GatewaysData, gatewaysKey, useTraffic } from "./use-gateways.ts";

type Move = { readonly name: string; readonly position: number };

/** All gateways in the order of their use. Those that are stored can be moved: by buttons, or by dragging. */
export function GatewayList({ gateways }: { readonly gateways: readonly GatewayData[] }) {
  const status = useQuery(statusQuery);
  const traffic = useTraffic();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const movable = gateways.filter(({ managed_by: by }) => by === "api").map(({ name }) => name);
  const wanted = useRef<{ readonly name: string; readonly button: string } | null>(null);
  const order = movable.join(" ");
  // A row that is moved in the page loses the focus, and so does a button that has nothing more to do.
  useEffect(() => {
    if (!wanted.current) return;
    const { name, button } = wanted.current;
    wanted.current = null;
    const row = list.current?.querySelector(`[data-gateway="${name}"]`);
    (
      row?.querySelector<HTMLElement>(`${button}:enabled`) ?? row?.querySelector<HTMLElement>("button:enabled")
    )?.focus();
  }, [order]);
  const move = useOptimistic({
    queryKey: gatewaysKey,
    update: (shown: GatewaysData, { name, position }: Move) => ({
      ...shown,
      items: moved(shown.items, name, position),
    }),
    send: ({ name, position }) => tidings.updateGateway({ name, position }),
    onSuccess: ({ name, position }) => announce(t`${name} is now number ${position + 1} of ${movable.length}.`),
  });
  const begin = (one: Move, button?: string) => {
    wanted.current = button ? { name: one.name, button } : null;
    move.mutate(one);
  };
  const end = () => {
    setOver(null);
    setDragged(null);
  };
  const drop = (target: string) => {
    end();
    const position = movable.indexOf(target);
    if (dragged === null || dragged === target || position === -1) return;
    begin({ name: dragged, position });
  };
  return (
    <>
      {move.error && <ErrorView error={move.error} title={t`The order was not changed`} />}
      <ol ref={list} className={classes.list} aria-label={t`Gateways`}>
        {gateways.map((gateway) => {
          const { name } = gateway;
          const place = movable.indexOf(name);
          return (
            <GatewayRow
              key={name}
              gateway={gateway}
              status={status.data?.gateways.find((one) => one.name === name)}
              traffic={traffic.data}
              order={
                place === -1 || movable.length < 2
                  ? null
                  : {
                      first: place === 0,
                      last: place === movable.length - 1,
                      over:
                        over !== name || dragged === null || dragged === name
                          ? undefined
                          : movable.indexOf(dragged) < place
                            ? "after"
                            : "before",
                      move: (step) =>
                        begin({ name, position: place + step }, step < 0 ? "[data-move=up]" : "[data-move=down]"),
                      onDragStart: () => setDragged(name),
                      onDragOver: () => setOver(dragged === null ? null : name),
                      onDrop: () => drop(name),
                      onDragEnd: end,
                    }
              }
            />
          );
        })}
      </ol>
    </>
  );
}

/** Those that are stored change places among themselves. */
function moved(items: readonly GatewayData[], name: string, position: number): GatewayData[] {
  const isStored = ({ managed_by: by }: GatewayData): boolean => by === "api";
  const order = items.filter((one) => isStored(one) && one.name !== name);
  order.splice(position, 0, ...items.filter((one) => one.name === name));
  return items.map((one) => (isStored(one) ? order.shift()! : one));
}
