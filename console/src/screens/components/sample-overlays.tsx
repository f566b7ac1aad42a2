import { Button } from "@mantine/core";
import { useState } from "react";

import { useLiveEvent } from "../../api/use-live.ts";
import { confirm, typedFrom } from "../../components/overlays/confirm.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { count } from "../../lib/format.ts";
import { plural } from "../../lib/translate.ts";
import classes from "./components.module.css";

export function SampleOverlays() {
  const [opened, setOpened] = useState(false);
  const [events, setEvents] = useState(0);
  useLiveEvent("changed", () => setEvents((before) => before + 1));
  const confirmSending = async () => {
    const sent = await confirm({
      title: "Send to VIP and Berlin?",
      body: `${plural(1_204, "# person", "# people")} receive it at once. A text that left cannot be taken back.`,
      action: "Send 1,204 texts",
      keep: "Keep editing",
      typed: count(typedFrom + 204),
    });
    if (sent) await toast({ message: "1,204 texts are on their way." });
  };
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={() => void toast({ message: "Ana left the group.", undo: () => {} })}>
        Show a toast
      </Button>
      <Button variant="default" onClick={() => void confirmSending()}>
        Confirm with a typed number
      </Button>
      <Button variant="default" onClick={() => setOpened(true)}>
        Open a drawer
      </Button>
      <Button variant="light">Light</Button>
      <Button variant="subtle">Subtle</Button>
      <Button color="red">Erase Ana</Button>
      <Button variant="default" disabled>
        Disabled
      </Button>
      <p>{plural(events, "# live event", "# live events")} since this page opened.</p>
      <Drawer
        title="Delivery to Ana"
        opened={opened}
        onClose={() => setOpened(false)}
        actions={<Button>Resend</Button>}
      >
        Details stand here.
      </Drawer>
    </div>
  );
}
