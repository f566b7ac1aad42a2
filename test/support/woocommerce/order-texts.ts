import type pg from "pg";

/** The texts in which the number of an order is a word, in the order in which they were accepted. */
export async function textsAbout(pool: pg.Pool, order: number): Promise<string[]> {
  const { rows } = await pool.query("select m.body from messages m where m.body ~ $1 order by m.id", [
    `\\m${order}\\M`,
  ]);
  return rows.map(({ body }) => body as string);
}

/** What was decided about an order, as "processing sent". */
export async function outcomesOf(pool: pg.Pool, order: number): Promise<string[]> {
  const { rows } = await pool.query(
    "select status || ' ' || outcome as what from order_notice_decisions where order_id = $1 order by at, status",
    [order],
  );
  return rows.map(({ what }) => what as string);
}
