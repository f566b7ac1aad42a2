import { useNavigate } from "@tanstack/react-router";

/** Goes to an address of the console. */
export function useNavigateTo(): (to: string, search?: Readonly<Record<string, unknown>>) => void {
  const navigate = useNavigate();
  return (to, search = {}) => void navigate({ to, search: search as never });
}
