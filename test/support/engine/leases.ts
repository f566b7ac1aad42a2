import type pg from "pg";

/**
 * Frees at once what a killed process held, as if its leases (15 s of chunks, 30 s of audiences and jobs) had run out.
 * Only while no other process is alive.
 */
export async function endLeases(pool: pg.Pool): Promise<void> {
  await pool.query("update chunks set due = now() where owner is not null and due > now()");
  await pool.query("update fanouts set due = now()");
  await pool.query("update jobs set due = now()");
}
