/**
 * Starts Afterword with everything it needs: `npm run demo` (the production build with example
 * posts) and `npm run dev`. Imports, exports and `npm run owner:create` need only the database.
 * Without `DATABASE_URL`, it first starts the embedded PostgreSQL under `.data/`, and stops it
 * last.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { explainDatabaseError } from '@/lib/db/database-errors'
import { parseEnv } from '@/lib/env'
import { messageOf } from '@/lib/errors'
import { localOrigin } from '@/lib/http/local-origin'
import { digestSources, isBuiltFrom, noteBuiltFrom } from './built-from'
import { bundledScript } from './bundle'
import {
  dataDirectory,
  forgetRunning,
  localSecrets,
  lockDataDirectory,
  noteRunning,
  readRunning,
} from './data-directory'
import { startEmbeddedPostgres } from './embedded-postgres'
import { loadEnvFile } from './load-env-file'
import { migrate } from './migrate'
import { missingMigrations } from './missing-migrations'

type Stop = () => Promise<unknown>
/** The stop functions of everything that was started, in this order; stopped in reverse. */
const started: Stop[] = []
const stopping = new AbortController()
let stopped: Promise<void> = Promise.resolve()

const launchedAt = Date.now()
/** Prints progress, to the standard error if a script writes its result to the standard output. */
function log(text: string): void {
  const print = process.argv.includes('-') ? console.error : console.log
  print(`${((Date.now() - launchedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}`)
}

/** Announces a step. Throws if the launcher is stopping, so that no further step begins. */
function begin(step: string): void {
  stopping.signal.throwIfAborted()
  log(`${step} …`)
}

/**
 * Registers how to stop a started part. If the launcher is already stopping, the part is stopped
 * immediately.
 */
function keep(stop: Stop): void {
  started.push(stop)
  if (stopping.signal.aborted) void stopAll()
}

/** Stops everything that was started, one after the other. */
function stopAll(): Promise<void> {
  stopping.abort()
  stopped = stopped.then(async () => {
    for (let stop = started.pop(); stop; stop = started.pop()) await stop()
  })
  return stopped
}

/**
 * Starts a child in its own process group: Ctrl-C in the terminal reaches only the launcher, which
 * stops the parts in order.
 */
function run(
  command: string[],
  environment: NodeJS.ProcessEnv,
  output: 'inherit' | 'pipe',
): ChildProcess {
  stopping.signal.throwIfAborted()
  const child = spawn(process.execPath, command, {
    env: environment,
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output, 'ipc'],
  })
  keep(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  })
  return child
}

/** Runs a step to its end. Its output is printed only if it fails, otherwise returned. */
async function step(
  name: string,
  command: string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  begin(name)
  const child = run(command, environment, 'pipe')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} failed:\n${output.trim()}`)
  return output.trim()
}

async function waitForServer(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('message', (message: { listening: number }) => resolve(message.listening))
    server.once('exit', () => reject(new Error('The server did not start.')))
  })
}

/** Returns false for modes that name a script, which needs only the database. */
const isServer = (mode: string) => mode === 'demo' || mode === 'dev'

type Database = { databaseUrl: string; siteUrl?: string; isGiven: boolean }

/** Returns the given database, that of a running demo, or the embedded one. */
async function findDatabase(mode: string): Promise<Database> {
  const { DATABASE_URL, databaseVariable } = parseEnv(process.env)
  if (DATABASE_URL) {
    log(`PostgreSQL at ${new URL(DATABASE_URL).host}, from ${databaseVariable}`)
    return { databaseUrl: DATABASE_URL, isGiven: true }
  }
  if (!(await lockDataDirectory())) {
    const running = readRunning()
    if (!isServer(mode) && running) return { ...running, isGiven: false }
    throw new Error(
      `${dataDirectory}/ is in use: Afterword is already running` +
        `${running ? ` on ${running.siteUrl}` : ''}.`,
    )
  }
  forgetRunning()
  begin(`PostgreSQL, embedded, in ${dataDirectory}/`)
  const postgres = await startEmbeddedPostgres(dataDirectory, { signal: stopping.signal })
  keep(postgres.stop)
  postgres.process.once('exit', () => {
    if (stopping.signal.aborted) return
    console.error('PostgreSQL has exited. Start again: committed data is recovered.')
    void stopAll().then(() => process.exit(1))
  })
  return { databaseUrl: postgres.url, isGiven: false }
}

/**
 * Migrates the database to the schema of this checkout. A script with a given database only checks
 * the schema: the new version of the blog that uses it must migrate it, never through a pooler.
 */
async function provideTables(mode: string, { databaseUrl, isGiven }: Database): Promise<void> {
  begin('Migrations')
  if (!isServer(mode) && isGiven) {
    const missing = await missingMigrations(databaseUrl).catch(
      explainDatabaseError(parseEnv(process.env).databaseVariable),
    )
    if (missing.length === 0) return
    throw new Error(
      `The database lacks tables of this version (${missing.join(', ')}): run npm run ` +
        'db:migrate first.',
    )
  }
  const { DIRECT_DATABASE_URL, migrationVariable } = parseEnv(process.env)
  const migrating = migrate((isGiven && DIRECT_DATABASE_URL) || databaseUrl, stopping.signal)
  // PostgreSQL stops after this step, because an interrupted migration would have to start again.
  keep(() => migrating.catch(() => {}))
  await migrating.catch(explainDatabaseError(migrationVariable))
}

/**
 * Collects the input of `npm run owner:create`: --email (or OWNER_EMAIL) and, unless a password
 * should be generated, OWNER_PASSWORD or `--password-stdin`. It asks for a missing address if the
 * terminal is interactive.
 */
async function readOwnerInput(
  cliArgs: string[],
): Promise<{ args: string[]; variables: { OWNER_PASSWORD?: string } }> {
  const args = cliArgs.filter((arg) => arg !== '--password-stdin')
  const variables =
    args.length < cliArgs.length
      ? { OWNER_PASSWORD: (await text(process.stdin)).replace(/\r?\n$/, '') }
      : {}
  const isNamed =
    parseEnv(process.env).OWNER_EMAIL !== undefined ||
    args.some((arg) => /^--email(?:=|$)/.test(arg))
  if (isNamed || !process.stdin.isTTY) return { args, variables }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const email = await terminal.question('The owner’s e-mail address: ')
  terminal.close()
  return { args: ['--email', email.trim(), ...args], variables }
}

function environmentOf({ databaseUrl, siteUrl }: Database): NodeJS.ProcessEnv {
  const secrets = localSecrets()
  const { PORT, SITE_URL = siteUrl, AUTH_SECRET, CRON_SECRET } = parseEnv(process.env)
  return {
    ...process.env,
    AUTH_SECRET: AUTH_SECRET?.join() ?? secrets.AUTH_SECRET,
    CRON_SECRET: CRON_SECRET ?? secrets.CRON_SECRET,
    DATABASE_URL: databaseUrl,
    PORT: String(PORT),
    ...(SITE_URL && { SITE_URL }),
  }
}

/** Returns the command that runs a TypeScript program. */
const script = (...command: string[]) => [
  '--conditions=react-server',
  '--import',
  'tsx',
  ...command,
]

/**
 * Returns true if the Prisma client is newer than what it is generated from. Generating it again
 * would replace files that other processes may be reading.
 */
function isClientCurrent(): boolean {
  const client = 'lib/generated/prisma/client.ts'
  if (!existsSync(client)) return false
  const sources = readdirSync('prisma/schema').map((name) => path.join('prisma/schema', name))
  const generatedAt = statSync(client).mtimeMs
  return [...sources, 'package-lock.json'].every((file) => statSync(file).mtimeMs < generatedAt)
}

/** Builds the blog for production unless nothing has changed since the last build. */
async function build(environment: NodeJS.ProcessEnv): Promise<void> {
  const digest = digestSources('.', parseEnv(process.env))
  if (isBuiltFrom('.', digest)) return log('Production build: up to date')
  const command = ['node_modules/next/dist/bin/next', 'build']
  await step('Production build, a minute or two', command, environment)
  await step('Server bundle', script('scripts/bundle-server.ts'), environment)
  noteBuiltFrom('.', digest)
}

/** Starts the server with example posts, and resolves when it has ended. */
async function serve(
  mode: string,
  databaseUrl: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  await step('Example posts', script('prisma/seed.ts'), environment)
  const { HOST, OWNER_EMAIL = 'owner@example.org' } = parseEnv(process.env)
  const createOwner = script('scripts/create-owner.ts', '--if-none', '--email', OWNER_EMAIL)
  const password = await step('Owner', createOwner, environment)
  if (mode === 'demo') await build(environment)
  begin('Server')
  const server = run(
    mode === 'dev' ? ['--import', 'tsx', 'server/server.ts', '--dev'] : ['.next/server.mjs'],
    environment,
    'inherit',
  )
  const url = localOrigin(HOST, await waitForServer(server))
  noteRunning({ databaseUrl, siteUrl: url })
  if (mode === 'demo') await fetch(url)
  log(`Afterword is running at ${url}   (press Ctrl-C to stop)`)
  // `password` is empty if the owner already existed.
  const how = password
    ? `${OWNER_EMAIL}. ${password}`
    : `npm run owner:create -- --email ${OWNER_EMAIL} sets another password`
  log(`Admin area: ${url}/admin   (${how})`)
  const [code] = await once(server, 'exit')
  if (!stopping.signal.aborted) throw new Error(`The server has exited (${code}).`)
}

async function main(mode: string, cliArgs: string[]): Promise<void> {
  loadEnvFile()
  const { args, variables } =
    mode === 'create-owner' ? await readOwnerInput(cliArgs) : { args: cliArgs, variables: {} }
  const database = await findDatabase(mode)
  const environment = { ...environmentOf(database), ...variables }
  await provideTables(mode, database)
  const prisma = ['--env-file=prisma/generate.env', 'node_modules/prisma/build/index.js']
  if (!isClientCurrent()) await step('Prisma client', [...prisma, 'generate'], environment)
  if (isServer(mode)) {
    await step('Embed', script('scripts/build-embed.ts'), environment)
    await step('Examples', script('scripts/build-examples.ts'), environment)
    return serve(mode, database.databaseUrl, environment)
  }
  const command = await bundledScript(mode, args)
  const [code] = await once(run(command, environment, 'inherit'), 'exit')
  process.exitCode = code ?? 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping.signal.aborted) console.log('\nStopping …')
    void stopAll()
  })
}

const [mode = 'demo', ...args] = process.argv.slice(2)
try {
  await main(mode, args)
} catch (error) {
  // Steps interrupted by a shutdown are not errors.
  if (!stopping.signal.aborted) console.error(messageOf(error))
  if (!stopping.signal.aborted || !isServer(mode)) process.exitCode = 1
}
await stopAll()
process.exit()
