import { expect, test } from "vitest";

import { freshDatabase } from "../../support/database/database.ts";
import { startPgProxy } from "../../support/database/pg-proxy.ts";
import { startTestService } from "../../support/service/test-service.ts";

test("a service that starts beside a database that is still starting waits for it", async () => {
  const database = await freshDatabase();
  const proxy = await startPgProxy("url" in database.connection ? database.connection.url : "");
  try {
    proxy.startUp(2);
    const service = await startTestService({ DATABASE_URL: proxy.url }, { workerLoops: false });
    try {
      expect((await service.app.request("/readyz")).status).toBe(200);
    } finally {
      await service.end();
    }
  } finally {
    await proxy.close();
    await database.drop();
  }
});
