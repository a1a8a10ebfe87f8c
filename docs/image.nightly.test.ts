import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '@/scripts/embedded-postgres'
import { createDatabase, createEmptyDatabase } from '@/test/database/database'
import { endProcess } from '@/test/servers/end-process'
import { providePrograms } from '@/test/servers/find-program'
import { runSql } from '@/test/servers/postgres-with-tools'

const megabyte = 1_000_000

providePrograms(['buildah', 'debootstrap'])
const directory = mkdtempSync(path.join(tmpdir(), 'afterword-image-'))
function cleanUp(): void {
  buildah('umount', '--all')
  rmSync(directory, { recursive: true, force: true })
}
afterAll(cleanUp)

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 100 * megabyte,
  }).trim()

/** Runs buildah with its own store. */
const buildah = (...args: string[]) =>
  run('buildah', '--root', `${directory}/store`, '--runroot', `${directory}/run`, ...args)

/**
 * Creates stand-ins for the base images, without a registry: Debian without documentation, as in
 * `debian:slim`, with Node, npm and the users `node` and `postgres`.
 */
function createBaseImages(): void {
  const root = path.join(directory, 'debian')
  run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root)
  run('npm', 'install', '--no-audit', '--no-fund', '--prefix', `${directory}/npm`, 'node@24')
  cpSync(`${directory}/npm/node_modules/node/bin/node`, `${root}/usr/local/bin/node`)
  cpSync(`${run('npm', 'root', '--global')}/npm`, `${root}/usr/local/lib/node_modules/npm`, {
    recursive: true,
  })
  for (const name of ['npm', 'npx'])
    run('ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, `${root}/usr/local/bin/${name}`)
  for (const name of ['node', 'postgres']) run('chroot', root, 'useradd', '--create-home', name)
  for (const place of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/locale'])
    for (const name of readdirSync(path.join(root, place)))
      rmSync(path.join(root, place, name), { recursive: true })
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, root, '/')
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container)
  // The registry's certificate, on networks that inspect traffic.
  const { NODE_EXTRA_CA_CERTS } = process.env
  if (NODE_EXTRA_CA_CERTS) {
    buildah('copy', '--quiet', container, NODE_EXTRA_CA_CERTS, '/usr/local/share/ca.pem')
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/share/ca.pem', container)
  }
  for (const name of ['node:24-slim', 'postgres:17'])
    buildah('commit', '--quiet', container, `docker.io/library/${name}`)
  buildah('rm', container)
  rmSync(root, { recursive: true })
}

try {
  createBaseImages()
  buildah(
    ...['build', '--quiet', '--isolation', 'chroot', '--format', 'docker', '--pull=never'],
    // npm opens more files than buildah allows by default.
    ...['--ulimit', 'nofile=16384:16384', '--target', 'blog', '--tag', 'afterword', '.'],
  )
} catch (error) {
  cleanUp()
  throw error
}
const { config } = z
  .object({
    Docker: z.object({
      config: z.object({
        Cmd: z.array(z.string()),
        Env: z.array(z.string()),
        Healthcheck: z.object({ Test: z.array(z.string()) }),
        User: z.string(),
        WorkingDir: z.string(),
      }),
    }),
  })
  .parse(JSON.parse(buildah('inspect', '--type', 'image', 'afterword'))).Docker
const root = buildah('mount', buildah('from', '--pull=never', 'afterword'))

/** Returns the command that runs another one in the image, as its user, on a read-only root. */
function inImage(command: readonly string[]): [string, string[]] {
  const enter = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" &&
    mount -t tmpfs tmpfs "$0/tmp" && mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" &&
    exec /usr/sbin/chroot --userspec=${config.User} "$0" env --chdir=${config.WorkingDir} "$@"`
  return ['/usr/bin/unshare', ['--mount', 'sh', '-c', enter, root, ...command]]
}

const environmentWith = (variables: Record<string, string>): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s))),
  AUTH_SECRET: 'test secret of at least 32 characters',
  ...variables,
})

function runInImage(command: string[], variables: Record<string, string> = {}) {
  const [program, args] = inImage(command)
  return spawnSync(program, args, { encoding: 'utf8', env: environmentWith(variables) })
}

test('the image is at most 400 MB and runs as an unprivileged user', () => {
  const bytesOf = (folder: string) => Number(run('du', '-sb', folder).split('\t')[0])
  const all = bytesOf(root)
  const app = bytesOf(path.join(root, config.WorkingDir))
  console.log(
    `image: ${Math.round(all / megabyte)} MB, ${Math.round(app / megabyte)} MB of it our files`,
  )
  expect(all).toBeLessThan(400 * megabyte)
  expect(runInImage(['id', '-un']).stdout).toBe('node\n')
  expect(runInImage(['touch', 'new-file']).stderr).toContain('Read-only file system')
})

test('the image migrates a database and creates the owner', async () => {
  const DATABASE_URL = await createEmptyDatabase()
  const migrated = runInImage(['node', '.next/migrate.mjs'], { DATABASE_URL })
  expect(migrated.stderr).toBe('')
  expect(migrated.stdout).toMatch(/^migrate: applied /)
  const created = runInImage(['node', '.next/create-owner.mjs', '--email', 'owner@example.org'], {
    DATABASE_URL,
  })
  expect(created.stdout).toContain('The owner has been created.')
  const exported = runInImage(['node', '.next/export-all.mjs', '/tmp/export'], { DATABASE_URL })
  expect({ ...exported, output: undefined }).toMatchObject({ status: 0, stderr: '' })
})

const commands = readdirSync(path.join(root, config.WorkingDir, '.next')).filter(
  (name) => /^[a-z-]+\.mjs$/.test(name) && !/^(?:server|page-thread-entry)/.test(name),
)

test.each(commands)('%s finds its modules in the image', (name) => {
  const { stderr } = runInImage(['node', `.next/${name}`])
  expect(stderr).not.toMatch(/Cannot find (?:module|package)|ERR_|Dynamic require|: not found/)
})

test('the image serves pages, accepts a comment and draws images', {
  timeout: 120_000,
}, async () => {
  const DATABASE_URL = await createDatabase()
  await runSql(
    DATABASE_URL,
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ('hello', 'Hello', E'Some text.\\n\\n\`\`\`ts\\nconst one = 1\\n\`\`\`\\n', now())`,
  )
  const port = await freePort()
  const variables = { DATABASE_URL, PORT: String(port) }
  const [program, args] = inImage(config.Cmd)
  const server = spawn(program, args, { env: environmentWith(variables) })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  onTestFinished(() => endProcess(server, 'SIGTERM'))
  const [, ...check] = config.Healthcheck.Test
  await expect.poll(() => runInImage(check, variables).status, { timeout: 60_000 }).toBe(0)
  const ask = async (place: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}${place}`, init)
    return { status: response.status, text: await response.text() }
  }
  expect((await ask('/')).text).toContain('Hello')
  expect((await ask('/posts/hello')).text).toContain('Some text.')
  const comment = { slug: 'hello', author_name: 'Ada', content: 'A comment.' }
  const sent = await ask('/api/comments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(comment),
  })
  expect(sent.status).toBe(201)
  const page = await ask('/posts/hello')
  expect(page.text).toContain('A comment.')
  const [, picture = ''] =
    /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(page.text) ?? []
  expect(await ask(picture.replaceAll('&amp;', '&'))).toMatchObject({ status: 200 })
  expect(output).not.toMatch(/error|EROFS|EACCES/i)
})
