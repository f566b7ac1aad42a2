import { Button } from "@mantine/core";

import { tidings } from "../../api/client.ts";
import { useOptimistic } from "../../api/use-optimistic.ts";
import { useCommands } from "../../commands/registry.ts";
import { DeleteButton } from "../../components/delete-button.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { type GatewayData, type GatewaysData, gatewaysKey } from "./use-gateways.ts";
import { useGo } from "./use-go.ts";
import { useRemoval } from "./use-removal.ts";

type Change = "pause" | "resume" | "enable" | "disable";

const done: Readonly<Record<Change, (name: string) => string>> = {
  pause: (name) => t`${name} is paused. Calls that have begun end; what waits stays.`,
  resume: (name) => t`${name} sends again.`,
  enable: (name) => t`${name} is on.`,
  disable: (name) => t`${name} is off. What waits for it stays.`,
};

const stateAfter = { pause: "paused", resume: "up", enable: "up", disable: "disabled" } as const;

/** Pause and resume, and for a stored one on, off and removal. */
export function GatewayActions({ gateway }: { readonly gateway: GatewayData }) {
  const go = useGo();
  const { name, managed_by: by, health } = gateway;
  const removal = useRemoval(name, () => go("/gateways", { replace: true }));
  const act = useOptimistic({
    queryKey: gatewaysKey,
    update: (shown: GatewaysData, change: Change) => ({
      ...shown,
      items: shown.items.map((one) =>
        one.name === name ? { ...one, health: { ...one.health, state: stateAfter[change], reason: null } } : one,
      ),
    }),
    send: async (change): Promise<unknown> => {
      if (change === "pause") return await tidings.pauseGateway({ name });
      if (change === "resume") return await tidings.resumeGateway({ name });
      return await tidings.updateGateway({ name, enabled: change === "enable" });
    },
    onSuccess: (change) => {
      const undo = { pause: "resume", disable: "enable" }[change as string] as Change | undefined;
      void toast({ message: done[change](name), ...(undo && { undo: () => act.mutate(undo) }) });
    },
  });
  const off = health.state === "disabled";
  const held = health.state === "paused" || health.state === "open";
  const toggle = () => act.mutate(held ? "resume" : "pause");
  const stored = by === "api";
  const turn = () => act.mutate(off ? "enable" : "disable");
  useCommands([
    ...(off
      ? []
      : [
          { id: "pause-gateway", label: held ? t`Resume this gateway` : t`Pause this gateway`, keys: "p", run: toggle },
        ]),
    ...(stored
      ? [
          {
            id: "turn-gateway",
            label: off ? t`Switch this gateway on` : t`Switch this gateway off`,
            keys: "o",
            run: turn,
          },
          {
            id: "remove-gateway",
            label: t`Remove this gateway`,
            keys: "d",
            icon: "trash" as const,
            run: removal.confirm,
          },
        ]
      : []),
  ]);
  const failure = act.error ?? removal.error;
  return (
    <>
      {failure && <ErrorView error={failure} title={t`Nothing was changed`} />}
      {!off && (
        <Button
          variant={held ? "filled" : "default"}
          leftSection={<Icon name={held ? "play" : "pause"} size={14} />}
          rightSection={<kbd>P</kbd>}
          onClick={toggle}
        >
          {held ? t`Resume` : t`Pause`}
        </Button>
      )}
      {stored && (
        <>
          <Button variant={off ? "filled" : "default"} rightSection={<kbd>O</kbd>} onClick={turn}>
            {off ? t`Switch on` : t`Switch off`}
          </Button>
          <DeleteButton label={t`Remove`} pending={removal.pending} onClick={removal.confirm} />
        </>
      )}
    </>
  );
}
