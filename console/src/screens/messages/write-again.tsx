import { useCommands } from "../../commands/registry.ts";
import { NewMessageLink } from "../../components/write-to.tsx";
import { isShown } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { useNavigateTo } from "../../lib/use-navigate-to.ts";
import type { MessageDetail } from "./use-message.ts";

/** Begins a new message with the text of one that has ended, unless it may not be read or is not kept any more. */
export function WriteAgain({ message: { message_id: id, message, category } }: { readonly message: MessageDetail }) {
  const go = useNavigateTo();
  const search = { message: id };
  const offered = isShown(message) && category !== "otp";
  const command = { id: "write-again", label: t`Write this message again`, keys: "w", icon: "edit" } as const;
  useCommands(offered ? [{ ...command, run: () => go("/compose", search) }] : []);
  if (!offered) return null;
  return (
    <NewMessageLink search={search} icon="edit">
      {t`Write it again`}
    </NewMessageLink>
  );
}
