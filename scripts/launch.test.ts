import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createDatabase, createEmptyDatabase } from '@/test/database/database'
import { isNightly, oneOfEvery } from '@/test/nightly'
import { migrationNames, missingMigrations } from './missing-migrations'

/**
 * A checkout with the real launcher and a real PostgreSQL. The other programs only record that they
 * were started.
 */
const home = mkdtempSync(path.join(tmpdir(), 'afterword-launch-'))
chmodSync(home, 0o755)
mkdirSync(path.join(home, 'node_modules'))
for (const name of readdirSync('node_modules').filter((entry) => entry !== 'prisma'))
  symlinkSync(path.resolve('node_modules', name), path.join(home, 'node_modules', name))
const server = `import { writeFileSync } from 'node:fs'
  writeFileSync('environment.json', JSON.stringify(process.env))
  process.on('disconnect', () => process.exit(0))
  process.send?.({ listening: 1 })`
const files = {
  'package.json': '{"type":"module"}',
  'prisma/generate.env': '',
  'node_modules/prisma/build/index.js': '',
  'scripts/build-embed.ts': '',
  'scripts/build-examples.ts': '',
  'prisma/seed.ts': '',
  'scripts/import-posts.ts': '',
  'scripts/create-owner.ts': '',
  'server/server.ts': server,
  'lib/link-previews/worker/read-in-thread.ts': '',
}
for (const [name, text] of Object.entries(files)) {
  mkdirSync(path.join(home, path.dirname(name)), { recursive: true })
  writeFileSync(path.join(home, name), text)
}

const launchers = new Set<ChildProcess>()
afterAll(async () => {
  for (const launcher of launchers) launcher.kill('SIGKILL')
  for (const pid of postgresIds()) process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(postgresIds()).toEqual([]))
  rmSync(home, { recursive: true })
})

/** Returns the PostgreSQL servers of that checkout. */
function postgresIds(): number[] {
  const processes = execFileSync('ps', ['-ww', '-A', '-o', 'pid=,args='], {
    encoding: 'utf8',
  }).split('\n')
  return processes
    .filter((line) => line.includes(`-D ${home}/`))
    .map((line) => Number.parseInt(line, 10))
}

function launch(mode: string, environment: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), path.resolve('scripts/launch.ts'), mode],
    {
      cwd: home,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        TSX_TSCONFIG_PATH: path.resolve('tsconfig.json'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  launchers.add(child)
  child.once('exit', () => launchers.delete(child))
  const ended = once(child, 'close')
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const listener of listeners) listener()
    })
  }
  return {
    /** Resolves when the output contains the text. */
    waitForOutput: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const listen = () => output.includes(text) && resolve()
        listeners.add(listen)
        child.once('exit', () => reject(new Error(`the output lacks “${text}”:\n${output}`)))
        listen()
      }),
    interrupt: () => child.kill('SIGINT'),
    end: async () => ({ code: (await ended)[0], output }),
  }
}

describe('Ctrl-C', () => {
  test.each(oneOfEvery(4, ['PostgreSQL, embedded', 'Migrations', 'Prisma client', 'Server']))(
    'right after the output “%s” ends it and PostgreSQL',
    async (step) => {
      const launcher = launch('dev')
      await launcher.waitForOutput(step)
      launcher.interrupt()
      const { code, output } = await launcher.end()
      expect(output).toMatch(/Stopping …\n$/)
      expect(code).toBe(0)
      expect(postgresIds()).toEqual([])
    },
  )
})

if (isNightly)
  test('a second start while one runs prints one line and exits with 1', async () => {
    const first = launch('dev')
    await first.waitForOutput('Afterword is running at')
    const { code, output } = await launch('dev').end()
    expect([code, output]).toEqual([
      1,
      '.data/ is in use: Afterword is already running on http://localhost:1.\n',
    ])
    first.interrupt()
    expect((await first.end()).code).toBe(0)
    expect(postgresIds()).toEqual([])
  })

test('.env overrides no set variable, empty values are unset, and origins stay unset', async () => {
  const foreign = await createEmptyDatabase()
  const lines = [
    'PORT=4001',
    'SITE_URL=https://blog.example.org',
    'DATABASE_URL=',
    'AUTH_SECRET=',
    `DIRECT_DATABASE_URL=${foreign}`,
  ]
  writeFileSync(path.join(home, '.env'), lines.join('\n'))
  const launcher = launch('dev', { PORT: '4002' })
  await launcher.waitForOutput('Afterword is running at')
  launcher.interrupt()
  await launcher.end()
  rmSync(path.join(home, '.env'))
  const environment: Record<string, string> = JSON.parse(
    readFileSync(path.join(home, 'environment.json'), 'utf8'),
  )
  expect(environment).toMatchObject({ PORT: '4002', SITE_URL: 'https://blog.example.org' })
  expect(environment.AUTH_SECRET?.length).toBeGreaterThanOrEqual(32)
  expect(environment).not.toHaveProperty('LINK_PREVIEW_ALLOW_ORIGINS')
  expect(await missingMigrations(foreign)).toEqual(migrationNames())
})

if (isNightly)
  describe('an import into a given database', () => {
    test('does not migrate it and prints one line with the command to run', async () => {
      const databaseUrl = await createEmptyDatabase()
      const { code, output } = await launch('import-posts', { DATABASE_URL: databaseUrl }).end()
      expect(code).toBe(1)
      expect(output).toMatch(
        /^.*from DATABASE_URL\n.*Migrations …\nThe database lacks .*: run npm run db:migrate .*\n$/,
      )
      expect(await missingMigrations(databaseUrl)).toEqual(migrationNames())
    })

    test('continues if the tables are up to date', async () => {
      const { code, output } = await launch('import-posts', {
        DATABASE_URL: await createDatabase(),
      }).end()
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/Migrations …\n.*Prisma client …\n$/),
      ])
    })
  })
