import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { tidings } from "../../api/client.ts";
import { announce } from "../../components/announce.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { count } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import { GatewayRow } from "./gateway-row.tsx";
import classes from "./gateways.module.css";
import { type GatewayData, useStatus, useTraffic } from "./use-gateways.ts";

/** All gateways in the order of their use. Those that are stored can be moved: by buttons, or by dragging. */
export function GatewayList({ gateways }: { readonly gateways: readonly GatewayData[] }) {
  const queries = useQueryClient();
  const status = useStatus();
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
  const move = useMutation({
    mutationFn: ({ name, position }: { readonly name: string; readonly position: number; readonly button?: string }) =>
      tidings.updateGateway({ name, position }),
    onMutate: ({ name, button }) => {
      wanted.current = button ? { name, button } : null;
    },
    onSuccess: (stored) =>
      announce(t`${stored.name} is now number ${count(stored.position + 1)} of ${count(movable.length)}.`),
    onError: () => {
      wanted.current = null;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["gateways"] }),
  });
  const end = () => {
    setOver(null);
    setDragged(null);
  };
  const drop = (target: string) => {
    end();
    const position = movable.indexOf(target);
    if (dragged === null || dragged === target || position === -1) return;
    move.mutate({ name: dragged, position });
  };
  return (
    <>
      {move.error && <ErrorView error={move.error} title={t`The order was not changed`} />}
      <ol ref={list} className={classes.list} aria-label={t`Gateways`} aria-busy={move.isPending}>
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
                      busy: move.isPending,
                      over: over === name && dragged !== name,
                      move: (step) =>
                        move.mutate({
                          name,
                          position: place + step,
                          button: step < 0 ? "[data-move=up]" : "[data-move=down]",
                        }),
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
