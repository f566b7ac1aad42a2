import { Button } from "@mantine/core";

import { Icon } from "./icon.tsx";

type DeleteButtonProps = {
  /** "Delete", or "Remove" if the object itself still exists elsewhere. */
  readonly label: string;
  readonly pending: boolean;
  readonly onClick: () => void;
};

/** Next to the object that it deletes. The screen has the command with the key D. */
export function DeleteButton({ label, pending, onClick }: DeleteButtonProps) {
  return (
    <Button
      variant="default"
      loading={pending}
      leftSection={<Icon name="trash" size={14} />}
      rightSection={<kbd>D</kbd>}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
