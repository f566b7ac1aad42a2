import { CodeToCopy } from "../../components/code-to-copy.tsx";
import { useSession } from "../../api/session.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import type { GatewayData, Kind } from "./use-gateways.ts";

export type ReceiptAddressProps = { readonly gateway: GatewayData; readonly kind: Kind | undefined };

/** The address to which the provider reports what became of a text, and how to enter it there. */
export function ReceiptAddress({ gateway, kind }: ReceiptAddressProps) {
  const { receipt_url: url, abilities } = gateway;
  const label = kind?.label ?? gateway.label;
  const docs = kind?.docs_url;
  const { public_url: publicUrl } = useSession().site;
  if (!url) {
    return (
      <div className={classes.paragraphs}>
        {abilities.receipts && !publicUrl && gateway.kind !== "sandbox" && gateway.kind !== "smpp" ? (
          <p>{rich`The provider cannot reach this service: it has no public address. Set ${<code>TIDINGS_PUBLIC_URL</code>} to the https address of the service and restart it. Until then a text stays “sent”, and replies do not arrive.`}</p>
        ) : abilities.receipts ? (
          <p>{t`Receipts and replies arrive by themselves: nothing is to be set up.`}</p>
        ) : (
          <p>{t`This gateway reports no receipts: a text that the provider took stays “sent”.`}</p>
        )}
        {docs && <Guide docs={docs} label={label} />}
      </div>
    );
  }
  return (
    <div className={classes.paragraphs}>
      <p>{t`Enter this address at ${label} for delivery reports, and for incoming messages if you want replies. Some providers take it with each text and need nothing for reports.`}</p>
      <CodeToCopy text={url} label={t`Copy the address`} />
      <p className={classes.quiet}>{t`Keep it to yourself: whoever knows it can send receipts.`}</p>
      {docs && <Guide docs={docs} label={label} />}
    </div>
  );
}

function Guide({ docs, label }: { readonly docs: string; readonly label: string }) {
  return (
    <a href={docs} target="_blank" rel="noreferrer">
      {t`What to set up at ${label}`}
    </a>
  );
}
