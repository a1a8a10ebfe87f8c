import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, createEmptyDatabase } from '@/test/database/database'
import { selectRows } from '@/test/database/select-rows'
import { migrationNames, migrationsDir } from './missing-migrations'
import { schemaScript } from './schema-engine'

const migrated = await createDatabase()

/**
 * Tables that the Prisma schema does not describe: `view_marks` is partitioned, and only the
 * previous version reads the views `post_counts` and `tag_counts`.
 */
const inSqlAlone = `('_prisma_migrations', 'view_marks', 'post_counts', 'tag_counts')`

/** Indexes that a Prisma schema cannot describe, because they use expressions. */
const indexesInSqlAlone = `('comments_best', 'outbox_mails_ended',
  'posts_images', 'posts_sitemap')`

/** Each query returns PostgreSQL's own description of a part of a schema. */
const parts = {
  columns: `SELECT table_name, column_name, udt_name, datetime_precision, is_nullable,
    column_default FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name NOT IN ${inSqlAlone}`,
  indexes: `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    AND tablename NOT IN ${inSqlAlone} AND indexname NOT IN ${indexesInSqlAlone}`,
  keys: `SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint
          WHERE contype IN ('p', 'u', 'f') AND connamespace = 'public'::regnamespace
          AND conrelid NOT IN (SELECT oid FROM pg_class WHERE relname IN ${inSqlAlone})`,
  enums: `SELECT enumtypid::regtype, enumsortorder, enumlabel FROM pg_enum`,
}

test('the migrations create exactly the schema of Prisma', async () => {
  const fromSchema = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: fromSchema })
  await client.connect()
  await client.query(await schemaScript(fromSchema))
  await client.end()
  for (const [part, sql] of Object.entries(parts)) {
    const rows = await selectRows(migrated, sql)
    expect(rows, part).not.toEqual([])
    expect(rows, part).toEqual(await selectRows(fromSchema, sql))
  }
})

test('the objects defined only in SQL are exactly those declared here', async () => {
  const declared = {
    [`SELECT conname FROM pg_constraint
      WHERE contype IN ('c', 'x') AND connamespace = 'public'::regnamespace`]: [
      'comments_depth_check',
      'comments_published_replies_check',
      'comments_top_level_check',
      'threads_slug_check',
      'view_counts_views_check',
      'view_days_views_check',
      'view_totals_views_check',
    ],
    'SELECT tgname FROM pg_trigger WHERE NOT tgisinternal': [
      'comment_blocks_changed',
      'comments_count_added',
      'comments_count_changed',
      'comments_count_removed',
      'comments_place',
      'comments_stay',
      'comments_webhook',
      'link_previews_stay',
      'post_links_mark',
      'posts_search_keep',
      'posts_tags_keep',
      'posts_thread_added',
      'posts_thread_changed',
      'posts_words',
      'view_counts_added',
      'view_counts_changed',
      'view_counts_removed',
    ],
    // Objects of extensions are not included.
    [`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`]: [
      'comment_blocks_changed',
      'comments_count_replies',
      'comments_place',
      'comments_queue_webhook',
      'comments_stay',
      'comments_weight',
      'link_previews_stay',
      'newest_found_posts',
      'post_images',
      'post_links_mark',
      'post_search',
      'post_tags_keep',
      'post_words_keep',
      'post_words_like',
      'posts_keep_thread',
      'posts_search_keep',
      'search_fold',
      'search_term',
      'search_unparted',
      'search_vector',
      'search_words',
      'sitemap_part',
      'view_counts_sum',
      'view_marks_drop',
      'view_marks_prepare',
    ],
    'SELECT attrelid::regclass, attname, attstattarget FROM pg_attribute WHERE attstattarget > 0': [
      'comments · author_name · 1000',
    ],
    'SELECT extname FROM pg_extension': ['pg_trgm', 'plpgsql'],
    [`SELECT relname FROM pg_class
      WHERE relkind IN ('v', 'm', 'p') AND relnamespace = 'public'::regnamespace`]: [
      'post_counts',
      'tag_counts',
      'view_marks',
    ],
  }
  for (const [sql, names] of Object.entries(declared))
    expect(await selectRows(migrated, sql)).toEqual(names)
})

/** docs/upgrade.md names the exceptions. */
const documentedRemovals = ['20251201000000_the_owners_half']

test('no migration removes or renames a table or a column that the previous version uses', () => {
  const removing = migrationNames().filter((name) => {
    const sql = readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8')
    // A view replaces a table for the previous version.
    const withoutReplaced = sql.replaceAll(/^DROP TABLE (\w+);\nCREATE VIEW \1 AS /gm, '')
    return /^\s*(?:DROP TABLE|ALTER TABLE[^;]*\b(?:DROP COLUMN|RENAME)\b)/im.test(withoutReplaced)
  })
  expect(removing).toEqual(documentedRemovals)
})
