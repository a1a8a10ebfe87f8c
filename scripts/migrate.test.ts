import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, createEmptyDatabase } from '@/test/database/database'
import { expectReadsDuringMigration } from '@/test/database/expect-reads-during-migration'
import { selectRows } from '@/test/database/select-rows'
import { isNightly } from '@/test/nightly'
import { breakConnectionOn } from '@/test/servers/break-connection'
import { migrate } from './migrate'
import { migrationNames, missingMigrations } from './missing-migrations'
import { applyMigrations } from './schema-engine'

const migrated = await createDatabase()

/**
 * Returns a database from before the search index of posts. A transaction on the last post is open,
 * for which a migration waits.
 */
async function databaseWithUncutPosts(
  insertPosts: string,
  lastSlug: string,
): Promise<{ database: string; writer: pg.Client }> {
  const database = await createEmptyDatabase()
  await applyMigrations(database, (name) => name <= '20251220000000_searching_posts')
  const writer = new pg.Client({ connectionString: database })
  await writer.connect()
  // Without the trigger, the rows are as they were before the migration.
  await writer.query(`
    ALTER TABLE posts DISABLE TRIGGER posts_search_keep;
    ${insertPosts};
    ALTER TABLE posts ENABLE ALWAYS TRIGGER posts_search_keep`)
  await writer.query(`BEGIN; UPDATE posts SET summary = 'Kept' WHERE slug = '${lastSlug}'`)
  return { database, writer }
}

if (isNightly)
  test('indexes existing posts for search while readers and commenters use them', async () => {
    const { database, writer } = await databaseWithUncutPosts(
      `INSERT INTO posts (slug, title, content, published_at)
      SELECT 'post-' || n, 'Of bees', 'Words.', now() FROM generate_series(1, 50) AS n;
     INSERT INTO posts (slug, title, content, draft, published_at)
       VALUES ('draft', 'Of wasps', 'Words.', true, now())`,
      'draft',
    )
    const reader = new pg.Client({ connectionString: database, statement_timeout: 5_000 })
    await reader.connect()
    // No connection waits for the migration.
    const migrating = migrate(database)
    await expect
      .poll(() => selectRows(database, 'SELECT count(*) FROM posts WHERE search IS NOT NULL'))
      .toEqual(['40'])
    await reader.query('SELECT title FROM posts')
    await reader.query(
      `INSERT INTO comments (post_id, status, author_name, content)
      SELECT id, 'published', 'Ann', 'Good.' FROM posts WHERE slug IN ('post-1', 'post-50')`,
    )
    await writer.query('COMMIT')
    await migrating
    await Promise.all([reader.end(), writer.end()])
    expect(await selectRows(database, 'SELECT slug FROM posts WHERE search IS NULL')).toEqual([])
    expect(
      await selectRows(
        database,
        `SELECT count(*) FROM posts WHERE search @@ search_term('bees', false)`,
      ),
    ).toEqual(['50'])
    expect(await selectRows(database, 'SELECT word FROM post_words')).toEqual([
      'bees',
      'of',
      'words',
    ])
  })

test('an interrupted migration continues', async () => {
  const { database, writer } = await databaseWithUncutPosts(
    `INSERT INTO posts (slug, title, content, draft, published_at)
      SELECT 'post-' || n, 'Of bees', 'Words.', n = 21, now() FROM generate_series(1, 21) AS n`,
    'post-21',
  )
  const cutOff = expect(migrate(database)).rejects.toThrow('terminating connection')
  await expect
    .poll(() => selectRows(database, 'SELECT count(*) FROM posts WHERE search IS NOT NULL'))
    .toEqual(['20'])
  await writer.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
      AND query LIKE '%UPDATE posts SET title = title%' AND pid <> pg_backend_pid()`,
  )
  await cutOff
  await writer.query('COMMIT')
  await writer.end()
  expect(await migrate(database)).toContain('20251220000001_cutting_posts')
  expect(await missingMigrations(database)).toEqual([])
  expect(await selectRows(database, 'SELECT slug FROM posts WHERE search IS NULL')).toEqual([])
})

test('a migration whose lock connection breaks while it waits still completes', async () => {
  const { database, writer } = await databaseWithUncutPosts(
    `INSERT INTO posts (slug, title, content, published_at)
      VALUES ('post', 'Of bees', 'Words.', now())`,
    'post',
  )
  const migrating = migrate(database)
  const terminateLock = `
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)
     WHERE datname = current_database() AND locktype = 'advisory' AND objid = 20251020 AND granted
     AND state = 'idle'
       AND EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND query LIKE '%UPDATE posts SET title = title%' AND pid <> pg_backend_pid())`
  await expect.poll(() => selectRows(database, terminateLock)).toHaveLength(1)
  await writer.query('COMMIT')
  await writer.end()
  expect(await migrating).toContain('20251220000001_cutting_posts')
})

/** Resolves when a statement waits for a lock on the posts. */
const waitsForPosts = (database: string) =>
  expect
    .poll(
      () =>
        selectRows(
          database,
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'posts'::regclass`,
        ),
      { interval: 20, timeout: 10_000 },
    )
    .toEqual(['1'])

if (isNightly)
  test('counts the tags of existing posts, even of those saved during the migration', async () => {
    const database = await createEmptyDatabase()
    await applyMigrations(database, (name) => name <= '20251221000000_policy_reports')
    const writer = new pg.Client({ connectionString: database })
    await writer.connect()
    await writer.query(`
    INSERT INTO posts (slug, title, content, tags, draft, published_at) VALUES
      ('a', 'A', '', '{sql,sql,bees}', false, now()),
      ('b', 'B', '', '{sql}', false, now() + interval '1 day'),
      ('c', 'C', '', '{sql,secret}', true, now()),
      ('d', 'D', '', ARRAY['bees', NULL], false, now()), ('e', 'E', '', NULL, false, now())`)
    await writer.query(`BEGIN; UPDATE posts SET tags = '{bees,new}' WHERE slug = 'a'`)
    const migrating = migrate(database)
    await waitsForPosts(database)
    await writer.query('COMMIT')
    await migrating
    expect(await selectRows(database, 'SELECT tag, posts FROM tag_counts')).toEqual([
      'bees · 2',
      'new · 1',
      'sql · 1',
    ])
    expect(await selectRows(database, 'SELECT posts FROM post_counts')).toEqual(['4'])
    expect(
      await selectRows(database, 'SELECT tag, slug FROM post_tags JOIN posts ON id = post_id'),
    ).toEqual(['bees · a', 'bees · d', 'new · a', 'sql · b'])
    await writer.query(`UPDATE posts SET draft = NOT draft`)
    await writer.end()
    expect(await selectRows(database, 'SELECT tag, posts FROM tag_counts')).toEqual([
      'secret · 1',
      'sql · 1',
    ])
    expect(await selectRows(database, 'SELECT posts FROM post_counts')).toEqual(['1'])
  })

if (isNightly)
  test('every post has a thread, including posts saved during the migration', async () => {
    const database = await createEmptyDatabase()
    await applyMigrations(database, (name) => name < '20261126060000')
    const writer = new pg.Client({ connectionString: database })
    await writer.connect()
    await writer.query(`
    INSERT INTO posts (slug, title, content, published_at)
      SELECT slug, slug, '', now() FROM unnest('{kept,moved,deleted}'::text[]) AS slug`)
    await writer.query(
      `BEGIN; UPDATE posts SET slug = 'renamed', title = 'new' WHERE slug = 'moved'`,
    )
    const migrating = migrate(database)
    await waitsForPosts(database)
    await writer.query(`
    DELETE FROM posts WHERE slug = 'deleted';
    INSERT INTO posts (slug, title, content, published_at) VALUES ('during', 'during', '', now());
    INSERT INTO comments (post_id, status, author_name, content)
      SELECT id, 'published', 'Ann', 'Good.' FROM posts;
    COMMIT`)
    await migrating
    await writer.query(
      `INSERT INTO posts (slug, title, content, published_at) VALUES ('after', 'after', '', now())`,
    )
    const threads = 'SELECT id, slug, title FROM threads ORDER BY id'
    expect(await selectRows(database, threads)).toEqual(
      await selectRows(database, threads.replace('threads', 'posts')),
    )
    await writer.query(`DELETE FROM posts WHERE slug = 'during'`)
    await writer.end()
    expect(
      await selectRows(
        database,
        'SELECT slug FROM comments JOIN threads ON threads.id = post_id ORDER BY slug',
      ),
    ).toEqual(['kept', 'renamed'])
    expect(await selectRows(database, 'SELECT slug FROM threads ORDER BY slug')).toEqual([
      'after',
      'kept',
      'renamed',
    ])
  })

if (isNightly)
  test('indexes are built concurrently with writers and again after an interruption', async () => {
    const database = await createEmptyDatabase()
    await applyMigrations(database, (name) => name <= '20251223000000_desk_of_many_posts')
    const writer = new pg.Client({ connectionString: database })
    const other = new pg.Client({ connectionString: database, statement_timeout: 2_500 })
    await Promise.all([writer.connect(), other.connect()])
    await writer.query(
      `INSERT INTO posts (slug, title, content, published_at)
      VALUES ('a', 'A', '![](/images/${'0a'.repeat(16)}-8x6.webp)', now()), ('b', 'B', '', now())`,
    )
    await writer.query(`BEGIN; UPDATE posts SET summary = 'Kept' WHERE slug = 'a'`)
    const brokenOff = expect(migrate(database)).rejects.toThrow('terminating connection')
    const making = `FROM pg_stat_activity WHERE datname = current_database()
    AND query LIKE '%CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`
    await expect
      .poll(() => selectRows(database, `SELECT count(*) ${making}`), { timeout: 10_000 })
      .toEqual(['1'])
    await other.query(`UPDATE posts SET summary = 'Saved' WHERE slug = 'b'`)
    await other.query(`SELECT pg_terminate_backend(pid) ${making}`)
    await brokenOff
    const isWhole = `SELECT indisvalid FROM pg_index WHERE indexrelid = 'posts_images'::regclass`
    expect(await selectRows(database, isWhole)).toEqual(['false'])
    await writer.query('COMMIT')
    expect(await migrate(database)).toContain('20251223000001_images_of_posts')
    await Promise.all([writer.end(), other.end()])
    expect(await selectRows(database, isWhole)).toEqual(['true'])
  })

test('a second run and two concurrent runs change nothing', async () => {
  expect(await Promise.all([migrate(migrated), migrate(migrated)])).toEqual([[], []])
})

test('two concurrent first runs apply each migration once', async () => {
  const empty = await createEmptyDatabase()
  const runs = await Promise.all([migrate(empty), migrate(empty)])
  expect(runs.map((names) => names.length === 0).sort()).toEqual([false, true])
  expect(
    await selectRows(
      empty,
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    ),
  ).toEqual(runs.flat())
})

test('a run that waits for another one stops on its signal and changes nothing', async () => {
  const empty = await createEmptyDatabase()
  const other = new pg.Client({ connectionString: empty })
  await other.connect()
  await other.query('SELECT pg_advisory_lock(20251020)')
  const stopping = new AbortController()
  const run = migrate(empty, stopping.signal)
  setTimeout(() => stopping.abort(), 300)
  await expect(run).rejects.toThrow()
  await other.end()
  expect(await missingMigrations(empty)).toEqual(migrationNames())
})

test('a migration that waits for a table does not block readers', async () => {
  await expectReadsDuringMigration(await createEmptyDatabase())
})

test('rejects a database whose locale treats only ASCII as letters, with a solution', async () => {
  const unlettered = await createEmptyDatabase(
    `template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`,
  )
  await expect(migrate(unlettered)).rejects.toThrow('create the database with LC_CTYPE C.UTF-8')
})

test('lists missing migrations without changing the database', async () => {
  expect(await missingMigrations(migrated)).toEqual([])
})

/** Runs the command in a folder without a checkout. @returns its output */
async function runCommand(cwd: string, flags: string[], variables: Record<string, string>) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), path.resolve('scripts/migrate.ts'), ...flags],
    {
      cwd,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        TSX_TSCONFIG_PATH: path.resolve('tsconfig.json'),
        ...variables,
      },
    },
  )
  return stdout
}

// An open connection would keep the process for 30 seconds.
test('the command reads .env and exits when it is done', { timeout: 25_000 }, async () => {
  const empty = await createEmptyDatabase()
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-migrate-'))
  writeFileSync(path.join(directory, '.env'), `DATABASE_URL=${empty}\n`)
  await runCommand(directory, [], {})
  rmSync(directory, { recursive: true })
  expect(await missingMigrations(empty)).toEqual([])
})

if (isNightly)
  test.each([
    [{ VERCEL_ENV: 'production' }, 'nothing to do'],
    [{ VERCEL_ENV: 'preview', PREVIEW_DATA: 'own' }, 'nothing to do'],
    [{ VERCEL_ENV: 'preview' }, 'the database is unchanged'],
  ])('on Vercel, with %o, the command prints: %s', async (variables, message) => {
    const output = await runCommand(tmpdir(), ['--vercel'], {
      DATABASE_URL: migrated,
      ...variables,
    })
    expect(output).toContain(message)
  })

// An `error` event without a listener would be an uncaught exception, with which Vitest fails.
test('a connection that breaks at the start fails the migration, not the process', async () => {
  const url = await breakConnectionOn('SET lock_timeout', await createEmptyDatabase())
  await expect(applyMigrations(url)).rejects.toThrow()
})
