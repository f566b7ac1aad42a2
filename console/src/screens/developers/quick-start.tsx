import { useSession } from "../../api/session.ts";
import { t } from "../../lib/translate.ts";
import { snippetsOf } from "./call-snippets.ts";
import { Snippets } from "./snippets.tsx";
import { useSiteUrl } from "./use-site-url.ts";

/** A first text in each language, with this site's address and the person's user name. */
export function QuickStart() {
  const { username } = useSession().user;
  return (
    <Snippets
      label={t`Send a text`}
      texts={snippetsOf({
        url: useSiteUrl(),
        username,
        operation: "sendMessage",
        method: "POST",
        target: "/send",
        input: { numbers: ["+15005550000"], message: "Order 4711 is on its way." },
        idempotencyKey: "order-4711-shipped",
        prints: "message_id",
      })}
    />
  );
}
