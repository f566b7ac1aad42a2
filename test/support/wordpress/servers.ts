import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { phpFpm } from "./missing.ts";

/** The users that the servers run as: MariaDB and php-fpm refuse root. */
export type Owner = { readonly uid?: number; readonly gid?: number };

export function owner(): Owner {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string): number => Number(execFileSync("id", [flag, "www-data"]).toString());
  return { uid: id("-u"), gid: id("-g") };
}

export type Server = {
  readonly pid: number;
  runs(): boolean;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/** Starts a server in the foreground and resolves when a line of its log says that it is ready. */
async function start(command: string, args: readonly string[], as: Owner, ready: RegExp): Promise<Server> {
  const child: ChildProcess = spawn(command, args, { ...as, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ended (${code}): ${lines.slice(-20).join("\n")}`)));
    const read = (line: string): void => {
      if (lines.length < 500) lines.push(line);
      if (ready.test(line)) resolve();
    };
    createInterface({ input: child.stderr! }).on("line", read);
    createInterface({ input: child.stdout! }).on("line", read);
  });
  const runs = (): boolean => child.exitCode === null && child.signalCode === null;
  // The whole group: workers survive a master that is killed.
  const end = (): boolean => process.kill(-child.pid!, "SIGKILL");
  // Even if a test's own cleanup did not run.
  const last = (): unknown => runs() && end();
  process.once("exit", last);
  return {
    pid: child.pid!,
    runs,
    ended,
    async stop() {
      if (!runs()) return;
      end();
      await ended;
      process.off("exit", last);
    },
  };
}

const DATABASE_SIZES = ["--innodb-buffer-pool-size=64M", "--innodb-log-file-size=16M"];

/** Creates the files of a private MariaDB in `folder`. */
export function createMariaDb(folder: string, as: Owner): void {
  execFileSync(
    "mariadb-install-db",
    [
      "--no-defaults",
      `--datadir=${join(folder, "db")}`,
      `--tmpdir=${temporaryOf(folder)}`,
      "--skip-test-db",
      "--skip-name-resolve",
      "--auth-root-authentication-method=normal",
      ...DATABASE_SIZES,
    ],
    { ...as, stdio: "pipe" },
  );
}

export type MariaDb = Server & {
  readonly socket: string;
  execute(statement: string): void;
  /** So that its files are complete. */
  shutDown(): Promise<void>;
};

/** Starts it on a socket in `folder`, without durability: it lives as long as the test. */
export async function startMariaDb(folder: string, as: Owner): Promise<MariaDb> {
  const socket = join(folder, "db.sock");
  const server = await start(
    "/usr/sbin/mariadbd",
    [
      "--no-defaults",
      `--datadir=${join(folder, "db")}`,
      `--tmpdir=${temporaryOf(folder)}`,
      `--socket=${socket}`,
      `--pid-file=${join(folder, "db.pid")}`,
      "--skip-networking",
      "--skip-log-bin",
      "--innodb-flush-log-at-trx-commit=0",
      "--performance-schema=0",
      ...DATABASE_SIZES,
    ],
    as,
    /ready for connections/,
  );
  const execute = (statement: string): void => {
    execFileSync("mariadb", ["--no-defaults", `--socket=${socket}`, "-uroot", "-e", statement]);
  };
  return {
    ...server,
    socket,
    execute,
    async shutDown() {
      execute("shutdown");
      await server.ended;
    },
  };
}

/** Each server removes all temporary tables it finds when it starts, including those of a running server. */
function temporaryOf(folder: string): string {
  const temporary = join(folder, "db-tmp");
  mkdirSync(temporary, { recursive: true });
  chmodSync(temporary, 0o777);
  return temporary;
}

/** php-fpm with a fixed number of workers. */
export async function startPhp(folder: string, as: Owner, workers: number): Promise<Server> {
  const file = join(folder, "php-fpm.conf");
  await writeFile(
    file,
    `[global]
error_log = ${join(folder, "fpm.log")}
daemonize = no
[www]
listen = ${join(folder, "php.sock")}
pm = static
pm.max_children = ${workers}
clear_env = yes
php_admin_value[opcache.revalidate_freq] = 0
php_admin_value[error_log] = ${join(folder, "php.log")}
php_admin_value[upload_tmp_dir] = ${folder}
php_admin_value[session.save_path] = ${folder}
`,
  );
  return start(phpFpm!, ["--nodaemonize", "--force-stderr", "--fpm-config", file], as, /ready to handle connections/);
}

/** nginx in front of it, as in WordPress's handbook. */
export async function startNginx(folder: string, as: Owner, port: number): Promise<Server> {
  const file = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, `nginx-${name}`)};`,
  );
  await writeFile(
    file,
    `daemon off;
worker_processes 1;
pid ${join(folder, "nginx.pid")};
error_log stderr notice;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  log_format short '$request_method $request_uri $status';
  access_log ${join(folder, "access.log")} short;
  ${temporary.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    root ${join(folder, "site")};
    index index.php;
    client_max_body_size 10m;
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      include /etc/nginx/fastcgi_params;
      # Debian gives the host without its port.
      fastcgi_param HTTP_HOST $http_host;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_pass unix:${join(folder, "php.sock")};
      fastcgi_read_timeout 60;
    }
  }
}
`,
  );
  return start("/usr/sbin/nginx", ["-c", file, "-e", "stderr"], as, /start worker process \d/);
}
