import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv as parseEnvFile } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { parseEnv } from '@/lib/env'
import { freePort } from '@/scripts/embedded-postgres'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { createDatabase, ownDatabase } from '@/test/database/database'
import { endProcess } from '@/test/servers/end-process'
import { programPath } from '@/test/servers/find-program'
import { startPgBouncer } from '@/test/servers/pgbouncer'
import { startServer } from '@/test/servers/server'

/** Returns the fenced code blocks of a page in one language, in order. */
function blocksOf(page: string, language: string): string[] {
  const fences = readFileSync(`docs/${page}`, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)
  return [...fences].flatMap(([, name, text = '']) => (name === language ? [text] : []))
}

/** Returns the block of deploy.md that contains the given words. */
function blockWith(language: string, words: string): string {
  const found = blocksOf('deploy.md', language).filter((block) => block.includes(words))
  expect(found).toHaveLength(1)
  return found[0] ?? ''
}

/** Replaces the placeholders of a block. Each must occur. */
function filledIn(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((filled, [from, to]) => {
    expect(filled).toContain(from)
    return filled.replaceAll(from, to)
  }, text)
}

process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
const databaseUrl = await ownDatabase()

test('every configuration block in docs is run by a test of this file', () => {
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'))
  const blocks = pages.flatMap((page) =>
    ['nginx', 'ini', 'caddyfile', 'yaml', 'toml'].flatMap((language) =>
      blocksOf(page, language).map((block) => `${page} ${block.split('\n')[0]}`),
    ),
  )
  expect(blocks.toSorted()).toEqual([
    'deploy.md # /etc/systemd/system/afterword.service',
    'deploy.md ; /etc/pgbouncer/pgbouncer.ini',
    'deploy.md location / {',
  ])
})

test('the nginx block allows images of 4 MB and forwards the client address', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    TRUSTED_PROXY_HOPS: '1',
    SITE_URL: url,
  })
  const home = mkdtempSync(path.join(tmpdir(), 'afterword-nginx-'))
  chmodSync(home, 0o755)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join('\n')
  const block = filledIn(blockWith('nginx', 'proxy_pass'), {
    '127.0.0.1:3000': new URL(server.url).host,
  })
  writeFileSync(
    path.join(home, 'nginx.conf'),
    `daemon off;
pid ${home}/pid;
events {}
http {
  access_log off;
  ${places}
  server {
    listen 127.0.0.1:${port};
    ${block}
  }
}
`,
  )
  const nginx = spawn(
    programPath('nginx'),
    ['-c', path.join(home, 'nginx.conf'), '-p', home, '-e', 'stderr'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  onTestFinished(async () => {
    await endProcess(nginx, 'SIGTERM')
    rmSync(home, { recursive: true })
  })
  const statusOf = (answer: Promise<Response>) =>
    answer.then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(() => statusOf(fetch(`${url}/api/health`))).toBe(200)

  const session = await addSession(await addActor('owner'))
  const upload = async (bytes: Buffer) => {
    const headers = { Cookie: `session=${session.cookie}`, 'Content-Type': 'image/png' }
    const response = await fetch(`${url}/admin/images/upload`, {
      method: 'POST',
      headers,
      body: new Uint8Array(bytes),
    })
    return { status: response.status, text: await response.text() }
  }
  /** Noise with three bytes per pixel, which no image format compresses. */
  const noise = (side: number) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: 'black',
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()
  const allowed = await noise(1_150)
  expect(allowed.length).toBeGreaterThan(3_900_000)
  expect((await upload(allowed)).status).toBe(201)
  // The app itself rejects larger ones with its own message.
  expect(JSON.parse((await upload(await noise(1_250))).text)).toMatchObject({
    code: 'body-too-large',
  })

  // A client with a forged header is counted under the address that nginx saw.
  const remaining = async (forged: string) => {
    const response = await fetch(`${url}/api/comments?slug=none`, {
      headers: { 'X-Forwarded-For': forged },
    })
    return Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
  }
  const first = await remaining('192.0.2.1')
  expect(await remaining('192.0.2.2')).toBe(first - 1)
})

test('the PgBouncer block serves the app in transaction mode', async () => {
  const direct = new URL(await createDatabase())
  const port = await freePort()
  const { username, password, port: serverPort, pathname } = direct
  const configuration = filledIn(blockWith('ini', '[pgbouncer]'), {
    'afterword = ': `${pathname.slice(1)} = `,
    'port=5432': `port=${serverPort}`,
    'dbname=afterword': `dbname=${pathname.slice(1)}`,
    '/etc/pgbouncer/userlist.txt': 'userlist.txt',
    'listen_port = 6432': `listen_port = ${port}`,
  })
  const users = filledIn(
    /`("afterword" "password")`/.exec(readFileSync('docs/deploy.md', 'utf8'))?.[1] ?? '',
    {
      afterword: username,
      '"password"': `"${password}"`,
    },
  )
  const bouncer = await startPgBouncer(`${configuration}\nunix_socket_dir =\n`, {
    'userlist.txt': users,
  })
  onTestFinished(bouncer.stop)
  const environment = parseEnvFile(
    filledIn(blockWith('sh', ':6432/'), {
      'afterword:password': `${username}:${password}`,
      ':5432/afterword': `:${serverPort}${pathname}`,
      ':6432/afterword': `:${port}${pathname}`,
    }),
  )
  const { DATABASE_URL = '', DIRECT_DATABASE_URL = '' } = environment
  const migrated = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/migrate.ts'], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATABASE_URL, DIRECT_DATABASE_URL },
    encoding: 'utf8',
  })
  expect(migrated).toBe('migrate: nothing to do\n')
  const server = await startServer({ DATABASE_URL, DIRECT_DATABASE_URL })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => server.ask(`/api/views?slug=post-${n}`)),
  )
  expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([200]))
  expect((await server.ask('/api/health')).response.status).toBe(200)
  expect(server.output()).not.toContain('database unavailable')
})

test('the .env block and the systemd unit start the app, and it stops in time', async () => {
  const unit = blockWith('ini', '[Service]')
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const port = await freePort()
  const variables = parseEnvFile(
    filledIn(blockWith('sh', 'TRUSTED_PROXY_HOPS=1'), {
      'postgresql://afterword:password@127.0.0.1:5432/afterword': databaseUrl,
      'the output of openssl rand -base64 32': 'a secret of the tests that is 32 long at least',
    }),
  )
  expect(parseEnv(variables, ['DATABASE_URL', 'AUTH_SECRET'])).toMatchObject({
    HOST: '127.0.0.1',
    TRUSTED_PROXY_HOPS: 1,
  })
  expect(setting('EnvironmentFile')).toBe(`${setting('WorkingDirectory')}/.env`)
  const [program = '', ...args] = setting('ExecStart').split(' ')
  expect(path.basename(program)).toBe('npm')
  const child = spawn('npm', args, {
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH ?? '',
      HOME: tmpdir(),
      ...variables,
      PORT: String(port),
    },
    stdio: 'ignore',
    // systemd sends the signal to all processes of the unit.
    detached: true,
  })
  const signal = (name: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, name)
  let isRunning = true
  afterAll(() => isRunning && signal('SIGKILL'))
  const statusOf = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(200)
  const begun = performance.now()
  const exited = once(child, 'exit')
  signal('SIGTERM')
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(0)
  await exited
  isRunning = false
  expect(performance.now() - begun).toBeLessThan(Number(setting('TimeoutStopSec')) * 1_000)
})

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
  'systemd accepts the unit (needs systemd-analyze)',
  () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'afterword-unit-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    mkdirSync(path.join(directory, 'afterword'))
    const unit = path.join(directory, 'afterword.service')
    // Uses the program and directories of this machine; the unit is not installed.
    const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
    writeFileSync(
      unit,
      filledIn(blockWith('ini', '[Service]'), {
        '/usr/bin/npm': npm,
        '/srv/afterword': path.join(directory, 'afterword'),
      }),
    )
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    })
    expect({
      status,
      stderr: stderr.split('\n').filter((line) => line.includes('afterword.service')),
    }).toEqual({ status: 0, stderr: [] })
  },
)
