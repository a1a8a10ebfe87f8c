import type pg from 'pg'

/**
 * Sets configuration parameters on an open connection with SQL and verifies them. Startup
 * parameters do not work everywhere: PgBouncer refuses them and Neon ignores them.
 * @param settings values as `SHOW` prints them, such as `250ms`
 * @throws Error if a value has no effect
 */
export async function applySettings(
  client: pg.ClientBase,
  settings: Record<string, string>,
): Promise<void> {
  const wanted = Object.entries(settings)
  await client.query(wanted.map(([name, value]) => `SET ${name} = '${value}'`).join('; '))
  const shown = wanted.map(([name]) => `current_setting('${name}')`).join(', ')
  const { rows } = await client.query<string[]>({ text: `SELECT ${shown}`, rowMode: 'array' })
  const ignored = wanted.flatMap(([name, value], index) =>
    rows[0]?.[index] === value
      ? []
      : [`SET ${name} = '${value}' had no effect: SHOW ${name} says ${rows[0]?.[index]}`],
  )
  if (ignored.length === 0) return
  const statements = wanted
    .map(([name, value]) => `ALTER ROLE … SET ${name} = '${value}'`)
    .join(' and ')
  throw new Error(`${ignored.join('; ')}. Connect without a pooler, or run ${statements}.`)
}
