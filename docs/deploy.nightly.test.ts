import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv as parseEnvFile } from 'node:util'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
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

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const databaseUrl = await ownDatabase()

test('every configuration block in docs is run by a test of this file', () => {
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'))
  const blocks = pages.flatMap((page) =>
    ['nginx', 'ini', 'caddyfile', 'yaml', 'toml'].flatMap((language) =>
      blocksOf(page, language).map((block) => `${page} ${block.split('\n')[0]}`),
    ),
  )
  expect(blocks.toSorted()).toEqual([
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
    Array.from({ length: 30 }, (_, n) => server.request(`/api/views?slug=post-${n}`)),
  )
  expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([200]))
  expect((await server.request('/api/health')).response.status).toBe(200)
  expect(server.output()).not.toContain('database unavailable')
})

const unitFolder = 'docs/examples/systemd'
const unit = readFileSync(`${unitFolder}/afterword.service`, 'utf8')
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

test.runIf(spawnSync('systemd-socket-activate', ['--version']).status === 0)(
  'with the .env block and units, restarts refuse no request (needs systemd-socket-activate)',
  async () => {
    const variables = parseEnvFile(
      filledIn(blockWith('sh', 'TRUSTED_PROXY_HOPS=1'), {
        'postgresql://afterword:password@127.0.0.1:5432/afterword': databaseUrl,
        'the output of openssl rand -base64 32': 'test secret of at least 32 characters',
      }),
    )
    expect(parseEnv(variables, ['DATABASE_URL', 'AUTH_SECRET'])).toMatchObject({
      HOST: '127.0.0.1',
      TRUSTED_PROXY_HOPS: 1,
    })
    expect(setting('EnvironmentFile')).toBe(`${setting('WorkingDirectory')}/.env`)
    const [program = '', ...args] = setting('ExecStart').split(' ')
    expect(path.basename(program)).toBe('node')

    // Like systemd, the loop keeps the socket open and restarts the service when it exits.
    const service = `echo "pid $$"; LISTEN_PID=$$ exec "$@"`
    const loop = `while true; do sh -c '${service}' - "$@"; done`
    const port = await freePort()
    const options = Object.entries(variables).flatMap(([name, value]) => ['-E', `${name}=${value}`])
    const systemd = spawn(
      'systemd-socket-activate',
      ['-l', `127.0.0.1:${port}`, ...options, 'sh', '-c', loop, '-', process.execPath, ...args],
      { detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    onTestFinished(() => {
      if (systemd.pid !== undefined) process.kill(-systemd.pid, 'SIGKILL')
    })
    let output = ''
    systemd.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    const processes = () => [...output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid))
    const listening = () => output.split('Afterword is running at').length - 1

    /** Requests over a new connection. Returns the status or the error. */
    const sendRequest = () =>
      new Promise<string>((resolve) => {
        get({ host: '127.0.0.1', port, path: '/api/health', agent: false }, (response) => {
          response.resume()
          resolve(String(response.statusCode))
        }).on('error', ({ message }) => resolve(message))
      })
    await expect.poll(sendRequest, { timeout: 20_000 }).toBe('200')

    const responses: string[] = []
    let isStopped = false
    const clients = Array.from({ length: 4 }, async () => {
      while (!isStopped) responses.push(await sendRequest())
    })
    for (const restarts of [1, 2]) {
      const startedAt = performance.now()
      process.kill(processes().at(-1) ?? 0, 'SIGTERM')
      await expect.poll(() => processes().length, { timeout: 20_000 }).toBe(restarts + 1)
      expect(performance.now() - startedAt).toBeLessThan(Number(setting('TimeoutStopSec')) * 1_000)
      await expect.poll(listening, { timeout: 20_000 }).toBe(restarts + 1)
    }
    isStopped = true
    await Promise.all(clients)
    expect(new Set(responses)).toEqual(new Set(['200']))
  },
)

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
  'systemd accepts the units and rates them as hardened (needs systemd-analyze)',
  () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'afterword-unit-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const units = readdirSync(unitFolder)
    // Uses the program and directories of this machine; the units are not installed.
    for (const name of units)
      writeFileSync(
        path.join(directory, name),
        readFileSync(path.join(unitFolder, name), 'utf8')
          .replaceAll('/usr/bin/node', process.execPath)
          .replaceAll('/srv/afterword', directory),
      )
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', args, { encoding: 'utf8', cwd: directory })
    const { status, stderr } = analyze('verify', '--man=no', ...units)
    expect({
      status,
      stderr: stderr.split('\n').filter((line) => line.includes('afterword')),
    }).toEqual({ status: 0, stderr: [] })
    for (const name of units.filter((one) => one.endsWith('.service'))) {
      const { stdout } = analyze('security', '--offline=true', name)
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
      expect(exposure, name).toBeLessThanOrEqual(4)
    }
  },
)

test('compose.yaml contains no secret and names each one that is missing', () => {
  const { services, volumes } = z
    .object({
      services: z.record(
        z.string(),
        z.object({
          environment: z.record(z.string(), z.unknown()).optional(),
          volumes: z.array(z.string()).optional(),
        }),
      ),
      volumes: z.record(z.string(), z.unknown()),
    })
    .parse(parseYaml(readFileSync('compose.yaml', 'utf8'), { merge: true }))
  const { blog, database } = services
  for (const name of ['DATABASE_URL', 'AUTH_SECRET', 'SITE_URL'])
    expect(blog?.environment?.[name]).toMatch(/\$\{[A-Z_]+:\?Set it in \.env to [^}]+\}/)
  expect(database?.environment?.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD/)
  const used = Object.values(services).flatMap((service) =>
    (service.volumes ?? []).map((volume) => volume.split(':')[0]),
  )
  expect(Object.keys(volumes).toSorted()).toEqual(used.toSorted())
})
