import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect, useRef } from "react";

import { sessionQuery } from "../api/session.ts";
import { ErrorView } from "../components/error-view.tsx";
import { SignIn } from "../screens/sign-in/sign-in.tsx";

/**
 * Shows its children to whoever is signed in, and the sign-in in their place to everyone else: the address stays. For
 * another person than before the page begins again at its start: the address may name what the first one looked for.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery);
  const first = useRef<number | undefined>(undefined);
  const id = data?.user.id;
  useEffect(() => {
    if (id === undefined) return;
    if (first.current !== undefined && first.current !== id) location.replace("/");
    else first.current = id;
  }, [id]);
  if (data) return <Fragment key={data.user.id}>{children}</Fragment>;
  if (data === null) return <SignIn />;
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} page />;
  return null;
}
