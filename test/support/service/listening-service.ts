import { createServer } from "node:http";

import { getRequestListener } from "@hono/node-server";

import { createService, type ServiceSettings } from "../../../src/index.ts";
import { listen } from "./listen.ts";
import type { Credentials } from "./test-service.ts";

export type ListeningService = { readonly url: string; readonly admin: Credentials; stop(): Promise<void> };

/**
 * The service in this process, on a free port: for calls that other programs make, where how the process starts is not
 * what is shown. One of its own takes 0.8 s of CPU to start and end.
 */
export async function startListeningService(settings: ServiceSettings): Promise<ListeningService> {
  let answer = (_request: Request, _address: string | undefined): Promise<Response> =>
    Promise.reject(new Error("not open yet"));
  const handle = getRequestListener((request, { incoming }) => answer(request, incoming.socket.remoteAddress));
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  const { port, close } = await listen(server);
  try {
    const address = `127.0.0.1:${port}`;
    const service = await createService({ TIDINGS_LISTEN: address, ...settings }, { log: () => undefined });
    const { username: user, applicationPassword: password } = (await service.createAdministrator())!;
    answer = (request, from) => service.fetch(request, { address: from });
    service.start();
    return {
      url: `http://${address}`,
      admin: { user, password },
      async stop() {
        await close();
        await service.stop();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
