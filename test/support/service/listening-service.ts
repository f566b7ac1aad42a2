import { readConfig } from "#app/config/config";
import { choosePort } from "#app/http/choose-port";
import { listen } from "#app/http/listen";
import { readInstance } from "#app/readiness/instance";
import { writeRunningService } from "#app/running-service";
import { openService } from "#app/service/open-service";

import type { Credentials } from "./test-service.ts";

export type ListeningService = { readonly url: string; readonly admin: Credentials; stop(): Promise<unknown> };

/**
 * The service in this process, which listens as `tidings serve` does: for browsers, commands and other programs, where
 * how the process starts and ends is not what is shown. One of its own takes 0.8 s of CPU to start and end.
 */
export async function startListeningService(settings: Readonly<Record<string, string>>): Promise<ListeningService> {
  const given = readConfig({ TIDINGS_LISTEN: "127.0.0.1:0", ...settings });
  const at = await choosePort(given.listen);
  const config = { ...given, listen: { host: at.host, port: at.port } };
  const service = await openService(config, () => undefined);
  try {
    const server = await listen(service.app, { ...at, docsUrl: service.services.docsUrl });
    const forget = await writeRunningService(config, server.url, await readInstance(service.store.db));
    const { username: user, applicationPassword: password } = (await service.people.ensureAdministrator())!;
    service.engine.start();
    return {
      url: server.url,
      admin: { user, password },
      async stop() {
        service.live.close();
        await Promise.all([server.close(), service.engine.stop()]);
        await forget();
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}
