import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import type { User } from "./columns.tsx";
import classes from "./users.module.css";

type UserAccessProps = {
  readonly user: User;
  /** It is the account of the reader. */
  readonly own: boolean;
  readonly onDeleted: () => void;
};

/** Help for users who lost their phone, and the deletion of an account. */
export function UserAccess({ user, own, onDeleted }: UserAccessProps) {
  const queries = useQueryClient();
  const name = user.name || user.username;
  const endFactor = useMutation({
    mutationFn: () => tidings.updateUser({ id: user.id, two_factor: false }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["users"] });
      void toast({ message: t`${name} signs in with the password alone.` });
    },
  });
  const factorEnd = user.two_factor ? t`Turn off the second factor` : t`Remove their passkeys`;
  const remove = useMutation({
    mutationFn: () => tidings.deleteUser({ id: user.id }),
    onSuccess: () => {
      void toast({ message: t`${name} was deleted.` });
      onDeleted();
      // Not the user, who is still shown until the drawer is closed.
      void queries.invalidateQueries({ queryKey: ["users", "list"] });
    },
  });
  const confirmFactorEnd = async () => {
    const sure = await confirm({
      title: user.two_factor ? t`Turn off the second factor of ${name}?` : t`Remove the passkeys of ${name}?`,
      body: t`For someone who lost their devices and the recovery codes. Their passkeys are removed too, and where somebody is signed in with one, they are signed out. From then on their password alone is enough. Make sure that the request really comes from them.`,
      action: factorEnd,
      danger: true,
    });
    if (sure) endFactor.mutate();
  };
  const confirmRemove = async () => {
    const sure = await confirm({
      title: t`Delete ${name}?`,
      body: t`They are signed out, and programs that use their application passwords stop working. What they sent stays in the log. This cannot be taken back.`,
      action: t`Delete this user`,
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return (
    <section aria-label={t`Access`} className={classes.access}>
      {endFactor.error && <ErrorView error={endFactor.error} title={t`The second factor was not turned off`} />}
      {remove.error && <ErrorView error={remove.error} title={t`The user was not deleted`} />}
      {own ? (
        <p
          className={classes.note}
        >{t`This is you: your second factor is in your profile, and somebody else must delete your account.`}</p>
      ) : (
        <div className={classes.buttons}>
          {(user.two_factor || user.passkeys > 0) && (
            <Button
              variant="default"
              leftSection={<Icon name="lock" size={14} />}
              loading={endFactor.isPending}
              onClick={() => void confirmFactorEnd()}
            >
              {factorEnd}
            </Button>
          )}
          <Button
            variant="default"
            color="red"
            leftSection={<Icon name="trash" size={14} />}
            loading={remove.isPending}
            onClick={() => void confirmRemove()}
          >{t`Delete this user`}</Button>
        </div>
      )}
    </section>
  );
}
