import pg from 'pg'

/** Returns the rows of a query as sorted lines. */
export async function selectRows(databaseUrl: string, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows.map((row: unknown[]) => row.join(' · ')).sort()
  } finally {
    await client.end()
  }
}
