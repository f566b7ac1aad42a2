import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { Session } from "../../api/session.ts";
import { useNavigation } from "../../app/shell/use-navigation.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
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
      title={sandbox ? t`Begin with the sandbox` : t`A gateway is configured`}
      lead={
        sandbox
          ? t`The sandbox takes messages as a gateway does and shows what a phone would receive. Nothing leaves this machine, and nothing costs money.`
          : t`Messages leave through your gateway and reach real phones.`
      }
      foot={foot}
    >
      <Steps current={1} />
      <p className={classes.note}>
        {rich`You are signed in as ${<strong translate="no">{session.user.username}</strong>}. This name and your password open the console.`}
      </p>
      <div className={classes.choices}>
        <Button onClick={onDone}>{sandbox ? t`Use the sandbox` : t`Go on`}</Button>
        {gateways ? (
          <Button variant="default" component={Link} to={gateways.path}>
            {sandbox ? t`Connect a gateway instead` : t`Look at the gateways`}
          </Button>
        ) : (
          <Button
            variant="default"
            component="a"
            href="/docs/guide/gateways"
            target="_blank"
          >{t`Read how to connect a gateway`}</Button>
        )}
      </div>
    </Entrance>
  );
}
