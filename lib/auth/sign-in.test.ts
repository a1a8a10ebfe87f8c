import { beforeAll, expect, test } from 'vitest'
import { AppError } from '@/lib/errors'
import { ownDatabase } from '@/test/database/database'
import { createOwner } from './create-owner'
import { findSession } from './session'
import { safeAdminPath, signIn } from './sign-in'

await ownDatabase()
const owner = { email: 'olivia@example.org', password: 'a long enough password' }
beforeAll(() => createOwner(owner))

const attempt = async (email: string): Promise<{ ms: number; error: unknown }> => {
  const began = performance.now()
  const error: unknown = await signIn({ email, password: 'another password' }, '').catch(
    (cause: unknown) => cause,
  )
  return { ms: performance.now() - began, error }
}

test('an unknown address gets the same error after the same time as a wrong password', async () => {
  const tries = { known: [] as number[], unknown: [] as number[] }
  await attempt(owner.email)
  for (let time = 0; time < 4; time++) {
    const known = await attempt(owner.email)
    const unknown = await attempt('nobody@example.org')
    expect(known.error).toBeInstanceOf(AppError)
    expect(unknown.error).toEqual(known.error)
    tries.known.push(known.ms)
    tries.unknown.push(unknown.ms)
  }
  const known = Math.min(...tries.known)
  const unknown = Math.min(...tries.unknown)
  // Checking a password takes tens of milliseconds. Both must take at least the common minimum
  // duration under any load.
  expect(Math.min(known, unknown)).toBeGreaterThanOrEqual(399)
  expect(Math.abs(known - unknown)).toBeLessThan(100)
})

test('finds a session only by its exact token', async () => {
  const signedIn = await signIn(owner, 'a browser')
  const token = 'token' in signedIn ? signedIn.token : ''
  expect(await findSession(token)).toMatchObject({ staffId: 'owner', role: 'owner' })
  for (const other of ['', `${token}x`, token.toUpperCase(), "' OR true --"])
    expect(await findSession(other)).toBeUndefined()
})

test.each(['/admin', '/admin/comments?status=spam&page=2', '/admin/comments#c1', '/admin?x=1'])(
  'redirects to %s in the admin area',
  (next) => {
    expect(safeAdminPath(next)).toBe(next)
  },
)

test.each([
  'https://evil.example',
  'https://evil.example/admin',
  '//evil.example/admin',
  '/\\evil.example',
  '\\\\evil.example',
  '/admin/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/deskx',
  '/api/comments',
  '/admin/../api/comments',
  '/admin/%2e%2e/api',
  '/admin//evil.example',
  '/admin\t/x',
  '/admin\r\nSet-Cookie: x=y',
  ' /admin',
  '',
  `/admin/${'x'.repeat(2_000)}`,
])('redirects to /admin instead of %j', (next) => {
  expect(safeAdminPath(next)).toBe('/admin')
})

test('redirects to /admin if the target is missing or not a string', () => {
  for (const next of [undefined, null, 1, ['/admin/account'], new File([], 'x')])
    expect(safeAdminPath(next)).toBe('/admin')
})
