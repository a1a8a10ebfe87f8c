/**
 * `npm run db:new-migration -- TITLE`: writes the SQL that migrates from the `.prisma` files of the
 * last commit with a migration to the current ones, like `prisma migrate dev --create-only`, and
 * generates the Prisma client. Review the SQL, and add what a Prisma schema cannot express.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from './embedded-postgres'
import { migrationsDir } from './missing-migrations'
import { schemaScript } from './schema-engine'

const title = process.argv[2] ?? ''
if (!/^[a-z0-9_]+$/.test(title)) {
  console.error('Usage: npm run db:new-migration -- TITLE (lowercase letters and underscores)')
  process.exit(2)
}

const git = (...command: string[]) => execFileSync('git', command, { encoding: 'utf8' })
// The schema may already be committed without its migration.
const commit = git('log', '-1', '--format=%H', '--', 'prisma/migrations').trim()
const migrated = git('ls-tree', '--name-only', commit, 'prisma/schema/')
  .split('\n')
  .filter((name) => name.endsWith('.prisma'))
  .map((name) => ({ path: name, content: git('show', `${commit}:${name}`) }))

// The engine needs the version of PostgreSQL to generate SQL.
const directory = mkdtempSync(path.join(tmpdir(), 'afterword-migration-'))
const postgres = await startEmbeddedPostgres(directory)
try {
  const script = await schemaScript(postgres.url, migrated)
  if (script.trim() === '' || script.includes('This is an empty migration'))
    console.log(`prisma/schema has not changed since the last migration (${commit.slice(0, 8)}).`)
  else {
    const name = `${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${title}`
    mkdirSync(path.join(migrationsDir, name))
    writeFileSync(path.join(migrationsDir, name, 'migration.sql'), script)
    console.log(`Written: prisma/migrations/${name}/migration.sql`)
  }
  const generate = [
    '--env-file=prisma/generate.env',
    'node_modules/prisma/build/index.js',
    'generate',
  ]
  execFileSync(process.execPath, generate, { stdio: 'inherit' })
} finally {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}
