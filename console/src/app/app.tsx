import { DirectionProvider, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { cspNonce } from "../lib/csp-nonce.ts";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";
import { theme } from "./theme.ts";

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <DirectionProvider>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={cspNonce}>
          <RouterProvider router={router} />
        </MantineProvider>
      </DirectionProvider>
    </QueryClientProvider>
  );
}
