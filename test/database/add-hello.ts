import pg from 'pg'

/**
 * Adds a published post, `hello`, to a database that this process is not connected to. It counts as
 * already shown, so no timer revalidates its pages.
 */
export async function addHello(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `INSERT INTO posts (slug, title, content, published_at, shown_at)
      VALUES ('hello', 'Hello there', 'Some *words*.', '2025-10-01', now())`,
  )
  await client.end()
}
