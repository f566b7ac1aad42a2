import { useNavigate } from "@tanstack/react-router";

type Search = Readonly<Record<string, unknown>>;

/** Goes to an address of the console. `left`: what was typed is saved or discarded, so no question is asked. */
export function useNavigateTo(): (to: string, search?: Search, left?: boolean) => void {
  const navigate = useNavigate();
  return (to, search = {}, left = false) => void navigate({ to, search, ignoreBlocker: left });
}
