import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { Session } from "../../api/session.ts";
import { useNavigation } from "../../app/shell/use-navigation.ts";
import { Entrance } from "../sign-in/entrance.tsx";
import classes from "./setup.module.css";
import { Steps } from "./steps.tsx";

export type GatewayOrSandboxProps = {
  readonly session: Session;
  readonly foot: ReactNode;
  readonly onDone: () => void;
};

/** The first step: what carries messages. The sandbox needs nothing and shows everything. */
export function GatewayOrSandbox({ session, foot, onDone }: GatewayOrSandboxProps) {
  const gateways = useNavigation().find((entry) => entry.path === "/gateways");
  const { sandbox } = session.site;
  return (
    <Entrance
      title={sandbox ? "Begin with the sandbox" : "A gateway is configured"}
      lead={
        sandbox
          ? "The sandbox takes messages as a gateway does and shows what a phone would receive. Nothing leaves this machine, and nothing costs money."
          : "Messages leave through your gateway and reach real phones."
      }
      foot={foot}
    >
      <Steps current={1} />
      <div className={classes.choices}>
        <Button onClick={onDone}>{sandbox ? "Use the sandbox" : "Go on"}</Button>
        {gateways ? (
          <Button variant="default" component={Link} to={gateways.path}>
            {sandbox ? "Connect a gateway instead" : "Look at the gateways"}
          </Button>
        ) : (
          <Button variant="default" component="a" href="/docs/guide/gateways" target="_blank">
            Read how to connect a gateway
          </Button>
        )}
      </div>
    </Entrance>
  );
}
