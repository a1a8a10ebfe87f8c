import pg from 'pg'

/** The rows of a query as lines, in the order of the alphabet. */
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
