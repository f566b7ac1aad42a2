import { useQuery } from "@tanstack/react-query";
import {
  Activity,
  type ComponentType,
  Fragment,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";

import { keptSession, sessionQuery } from "../api/session.ts";
import { ErrorView } from "../components/error-view.tsx";

let loaded: ComponentType | undefined;

/** Users who are signed in do not need it. */
export async function loadSignIn(): Promise<ComponentType> {
  return (loaded ??= (await import("../screens/sign-in/sign-in.tsx")).SignIn);
}

const LateSignIn = lazy(async () => ({ default: await loadSignIn() }));

/** `lazy` would suspend although the code is loaded, and render everything twice. */
function SignIn() {
  const [Known] = useState(() => loaded);
  if (Known) return <Known />;
  return (
    <Suspense fallback={null}>
      <LateSignIn />
    </Suspense>
  );
}

/**
 * Shows its children to signed-in users, and the sign-in in their place to everyone else; the address stays. What a
 * user was typing when their session ended is kept for them. For a different user the page is loaded anew, because the
 * address may contain what the first one searched for.
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
  if (data === undefined) return error && <ErrorView error={error} onRetry={() => void refetch()} page />;
  const session = data ?? keptSession();
  return (
    <>
      {data === null && <SignIn />}
      {session && (
        <Activity mode={data ? "visible" : "hidden"}>
          <Fragment key={session.user.id}>{children}</Fragment>
        </Activity>
      )}
    </>
  );
}
