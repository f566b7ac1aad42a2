import { readFile } from "node:fs/promises";

import { numbers } from "../test/support/engine/engine.ts";
import { startTidings, type BenchService } from "./lib/tidings.ts";
import { median, thousands } from "./lib/report.ts";
import type { Scenario, Settings } from "./lib/scenario.ts";

type Result = {
  readonly name: string;
  readonly seconds: number;
  /** Microseconds of CPU a row: our process, the database. */
  readonly cpu: { readonly node: number; readonly postgres: number };
  /** Peak resident memory of our process, MB. */
  readonly memoryMb: number;
  readonly lost: number;
  readonly doubled: number;
  readonly wrong: number;
};

type Job = {
  readonly id: string;
  readonly state: string;
  readonly finished_at: string | null;
  readonly progress: unknown;
  readonly result: { readonly invalid?: number } | null;
};

/** One row in this many has an impossible number. */
const BAD_EACH = 50;
const CITIES = ["Berlin", "Bern", "Wien", "Köln", "Zürich"];
const ROWS_OF_A_PART = 20_000;

export const importFile: Scenario = {
  name: "import",
  about: "a CSV file of people into a group, 2 % of its rows bad: rows a second, first import and the same file again",
  options: { people: ["1000000", "rows of the file"] },
  async run(settings) {
    const results: Result[] = [];
    const floors: number[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      const tidings = await startTidings("sandbox://default");
      try {
        floors.push(await floor(tidings, settings.number("people")));
        for (const name of ["new people", "the same file again"]) {
          const result = await once(tidings, name, settings);
          results.push(result);
          settings.say(
            `round ${round}  ${name}: ${result.seconds.toFixed(1)} s, ${cpuText(result)}, ${result.memoryMb} MB at most, lost ${result.lost}, doubled ${result.doubled}`,
          );
        }
      } finally {
        await tidings.stop();
      }
    }
    return {
      report: report(results, floors, settings),
      failed: results.some(({ lost, doubled, wrong }) => lost + doubled + wrong > 0),
    };
  },
};

async function once(tidings: BenchService, name: string, settings: Settings): Promise<Result> {
  const people = settings.number("people");
  const before = tidings.cpu();
  const began = performance.now();
  const { job } = await data<{ job: Job }>(tidings, "POST", "/imports?country=DE", {
    body: ReadableStream.from(file(people)),
    duplex: "half",
    headers: { "content-type": "text/csv" },
  });
  let state = job;
  let said = performance.now();
  while (state.finished_at === null) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    state = await data<Job>(tidings, "GET", `/jobs/${job.id}`);
    if (performance.now() - said > 10_000) {
      said = performance.now();
      settings.say(`${name}: ${JSON.stringify(state.progress)}`);
    }
  }
  const seconds = (performance.now() - began) / 1_000;
  const after = tidings.cpu();
  const [row] = await tidings.query(
    "select count(*)::int as rows, count(distinct phone)::int as phones from memberships where state = 'active'",
  );
  const { rows, phones } = row as { rows: number; phones: number };
  const bad = Math.floor(people / BAD_EACH);
  return {
    name,
    seconds,
    cpu: { node: (after.node - before.node) / people, postgres: (after.postgres - before.postgres) / people },
    memoryMb: await peakMemoryMb(tidings.service.pid),
    lost: Math.max(0, people - bad - phones),
    doubled: rows - phones,
    wrong: state.state === "completed" && state.result?.invalid === bad ? 0 : 1,
  };
}

/**
 * The file as an editor has it: national numbers, a name, a city that no field stores. It is generated while it is
 * sent.
 */
function* file(people: number): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode("Mobile,Name,City\n");
  for (let from = 0; from < people; from += ROWS_OF_A_PART) {
    const part = numbers(Math.min(ROWS_OF_A_PART, people - from), from).map((number, index) => {
      const nth = from + index + 1;
      const phone = nth % BAD_EACH === 0 ? "not a number" : `0${number.slice(3)}`;
      return `${phone},"Person, ${nth}",${CITIES[nth % CITIES.length]}\n`;
    });
    yield encoder.encode(part.join(""));
  }
}

/** What the rows alone cost: one statement into tables like those of people and memberships, with their indexes. */
async function floor({ query }: BenchService, people: number): Promise<number> {
  await query("create table floor_people (like subscribers including all)");
  await query("create table floor_memberships (like memberships including all)");
  const began = performance.now();
  await query(`insert into floor_people (phone, name)
    select '+4915' || (100000000 + i), 'Person, ' || i from generate_series(1, ${people}) i`);
  await query(
    "insert into floor_memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from floor_people",
  );
  const seconds = (performance.now() - began) / 1_000;
  await query("drop table floor_memberships, floor_people");
  return seconds;
}

async function data<T>(
  tidings: BenchService,
  method: string,
  path: string,
  more: RequestInit & { duplex?: "half" } = {},
): Promise<T> {
  const response = await fetch(`${tidings.url}/svc/v1${path}`, {
    method,
    ...more,
    headers: { authorization: tidings.authorization, ...more.headers },
  });
  const body = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`);
  return body.data;
}

async function peakMemoryMb(pid: number): Promise<number> {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}

const cpuText = ({ cpu }: Result): string => `${cpu.node.toFixed(1)} + ${cpu.postgres.toFixed(1)} µs a row`;

function report(results: readonly Result[], floors: readonly number[], settings: Settings): string {
  const people = settings.number("people");
  const rows = [...Map.groupBy(results, ({ name }) => name)].map(([name, all]) => {
    const seconds = all.map((one) => one.seconds);
    return `| ${[
      name,
      thousands(people / median(seconds)),
      `${median(seconds).toFixed(1)} (${Math.max(...seconds).toFixed(1)})`,
      `${(median(seconds) / median(floors)).toFixed(1)}×`,
      cpuText(all.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(all.length / 2)]!),
      Math.max(...all.map((one) => one.memoryMb)),
      all.reduce((sum, one) => sum + one.lost, 0),
      all.reduce((sum, one) => sum + one.doubled, 0),
    ].join(" | ")} |`;
  });
  return [
    `${thousands(people)} rows, one in ${BAD_EACH} bad; ${settings.rounds} rounds, median (worst). From the first byte of the upload to the end of the job. Floor: two inserts of the same people and memberships with their indexes, ${median(floors).toFixed(1)} s.`,
    "",
    "| | rows/s | s | to floor | CPU | memory at most, MB | lost | doubled |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
