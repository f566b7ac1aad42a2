import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import { CallDetails } from "./call-details.tsx";

type CallDrawerProps = {
  readonly id: string | undefined;
  readonly keys: ReadonlyMap<string, string>;
  readonly onClose: () => void;
};

/** One call of a program, beside the list. */
export function CallDrawer({ id, keys, onClose }: CallDrawerProps) {
  const query = useQuery({
    queryKey: ["requests", "one", id],
    queryFn: ({ signal }) => tidings.getRequest({ id: id! }, { signal }),
    enabled: id !== undefined,
  });
  const { data } = query;
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      title={
        data ? (
          <code dir="ltr">
            {data.method} {data.path}
          </code>
        ) : (
          t`Call`
        )
      }
    >
      {query.error && <ErrorView error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && id !== undefined && <Skeleton height={320} />}
      {data && <CallDetails call={data} keys={keys} />}
    </Drawer>
  );
}
