import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { sessionQuery } from "../api/session.ts";
import { ErrorView } from "../components/error-view.tsx";
import { SignIn } from "../screens/sign-in/sign-in.tsx";
import { ShellSkeleton } from "./shell/shell-skeleton.tsx";

/** Shows its children to whoever is signed in, and the sign-in in their place to everyone else: the address stays. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data) return children;
  if (data === null) return <SignIn />;
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} page />;
  return <ShellSkeleton />;
}
