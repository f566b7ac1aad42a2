import { Icon } from "../../components/icon.tsx";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./passkeys.module.css";

/** Why none can be added at this address or in this browser, and where they can. */
export function NoPasskeys({ obstacle }: { readonly obstacle: "address" | "browser" }) {
  return (
    <p className={classes.obstacle}>
      <Icon name="info" size={16} />
      <span>{obstacle === "browser" ? t`This browser has no passkeys.` : <Address />}</span>
    </p>
  );
}

function Address() {
  const { hostname, protocol, port } = location;
  if (protocol === "http:" && (hostname === "127.0.0.1" || hostname === "[::1]")) {
    const local = `http://localhost${port && `:${port}`}`;
    const link = <a href={`${local}/account`}>{local}</a>;
    return rich`A passkey is bound to a host name, and this address has none. Open the console at ${link} to add one.`;
  }
  return t`Passkeys need HTTPS and a host name. Open the console at such an address to add one, or ask whoever runs this service for it.`;
}
