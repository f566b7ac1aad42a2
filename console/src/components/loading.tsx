import { ErrorView } from "./error-view.tsx";
import { Skeleton } from "./skeleton.tsx";

type LoadingProps = {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  readonly height: number;
};

/** In place of what a query has not read yet: its outline, or why it failed. */
export function Loading({ query, height }: LoadingProps) {
  return query.error ? (
    <ErrorView error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton height={height} />
  );
}
