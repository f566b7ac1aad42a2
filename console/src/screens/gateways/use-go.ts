import { useNavigate } from "@tanstack/react-router";

/** Leads to an address of the console. The routes of areas are not typed through. */
export function useGo(): (
  to: string,
  options?: { readonly replace?: boolean; readonly ignoreBlocker?: boolean },
) => void {
  const navigate = useNavigate();
  return (to, options = {}) => void navigate({ to, ...options });
}
