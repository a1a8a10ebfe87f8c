import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { signIn } from '@/lib/auth/sign-in'
import { db } from '@/lib/db/client'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()

/** Runs `npm run owner:create`, or its script directly. */
async function run(
  args: string[],
  { environment = {}, input = '', script = 'scripts/create-owner.ts' } = {},
) {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', script, ...args],
    {
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        AUTH_SECRET: process.env.AUTH_SECRET ?? '',
        DATABASE_URL,
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, output, password: /shown only once\): (\S+)/.exec(output)?.[1] ?? '' }
}

const email = 'olivia@example.org'

describe('the command', () => {
  test('creates one owner in concurrent runs and prints the password', async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(() => run(['--email', email, '--name', 'Olivia', '--if-none'])),
    )
    const shown = runs.filter(({ password }) => password !== '')
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(shown).toHaveLength(1)
    expect(await db().staff.findMany({ select: { name: true, role: true } })).toEqual([
      { name: 'Olivia', role: 'owner' },
    ])
    await expect(signIn({ email, password: shown[0]?.password ?? '' }, '')).resolves.toHaveProperty(
      'token',
    )
  })

  test('does not change an existing owner with --if-none', async () => {
    expect(await run(['--email', 'other@example.org', '--if-none'])).toMatchObject({
      code: 0,
      output: '',
    })
  })

  test('sets a new password and ends all sessions when it runs again', async () => {
    await addSession({ staffId: 'owner' })
    const { code, password } = await run(['--email', email])
    expect(code).toBe(0)
    expect(await db().staffSession.count()).toBe(0)
    await expect(signIn({ email, password }, '')).resolves.toHaveProperty('token')
    expect(await db().staff.findMany({ select: { name: true } })).toEqual([{ name: 'Olivia' }])
  })

  test('reads a password from standard input and does not print it', async () => {
    const password = 'typed into a pipe'
    const { code, output } = await run(['create-owner', '--email', email, '--password-stdin'], {
      input: `${password}\n`,
      script: 'scripts/launch.ts',
    })
    expect(output).not.toContain(password)
    expect(code).toBe(0)
    await expect(signIn({ email, password }, '')).resolves.toHaveProperty('token')
  })

  test('reports missing or short values and changes nothing', async () => {
    const before = await db().staffAccount.findMany()
    const [help, ...faults] = await Promise.all([
      run(['--help']),
      run([]),
      run(['--email', 'none']),
      run(['--email', email], { environment: { OWNER_PASSWORD: 'short' } }),
    ])
    for (const { code, output } of faults) {
      expect(code).toBe(1)
      expect(output.trim().split('\n')).toHaveLength(1)
    }
    expect(help).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Unknown option '--help'.*\nnpm run owner:create -- --email/s),
    })
    expect(await db().staffAccount.findMany()).toEqual(before)
  })
})
