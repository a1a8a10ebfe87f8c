import { TOTP, URI } from 'otpauth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { composeMail } from '@/lib/mail/compose-mail'
import type { Mail } from '@/lib/mail/deliver-mail'
import { leaseDueMail } from '@/lib/mail/due-mail'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'
import { actorOf } from './actor'
import { createOwner, resetOwner } from './create-owner'
import {
  confirmSecondFactor,
  getSecondFactor,
  redeemSignInCode,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from './second-factor'
import { readChallenge, signIn, signInWithCode } from './sign-in'
import { listStaff } from './staff'
import { encryptStaffAddress } from './staff-address'

const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' }
Object.assign(process.env, mail, { SITE_URL: 'https://blog.example.org' })
process.env.AUTH_SECRET = 'test secret of at least 32 characters'
await ownDatabase()
const login = { email: 'olivia@example.org', password: 'a long enough password' }
await createOwner(login)

const owner = actorOf({ staffId: 'owner', sessionId: 'own', name: 'Olivia', role: 'owner' })
let app: TOTP

/** Returns the code that the app shows, by default in the current period. */
const codeIn = (periods: number) => app.generate({ timestamp: Date.now() + periods * 30_000 })

async function turnOn(): Promise<string[]> {
  await startSecondFactor(owner, login.password)
  const factor = await getSecondFactor(owner)
  const parsed = URI.parse(factor.state === 'unconfirmed' ? factor.uri : '')
  if (!(parsed instanceof TOTP)) throw new Error('The QR code does not contain a TOTP key.')
  app = parsed
  // Uses the previous period, so that the current code stays unused.
  return confirmSecondFactor(owner, codeIn(-1))
}

beforeEach(async () => {
  // Fakes only the date, because the database client needs timers.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:10Z') })
  await db().staffSecondFactor.deleteMany()
})
afterEach(() => void vi.useRealTimers())

test('sign-in requires a code after the first code has been confirmed', async () => {
  await startSecondFactor(owner, login.password)
  expect(await signIn(login, '')).toHaveProperty('token')
  await turnOn()
  const result = await signIn(login, '')
  const challenge = readChallenge('challenge' in result ? result.challenge : '')
  if (!challenge) throw new Error('There is no challenge.')
  await expect(signInWithCode(challenge, '000000', '')).rejects.toMatchObject({
    code: 'unauthorized',
  })
  expect(await signInWithCode(challenge, codeIn(0), '')).toHaveProperty('token')
})

test('a challenge expires after ten minutes, and cannot be forged', async () => {
  await turnOn()
  const result = await signIn(login, '')
  const challenge = 'challenge' in result ? result.challenge : ''
  vi.setSystemTime(Date.now() + 599_000)
  expect(readChallenge(challenge)).toMatchObject({ staffId: owner.staffId })
  expect(readChallenge(`${challenge.slice(0, -4)}AAAA`)).toBeUndefined()
  vi.setSystemTime(Date.now() + 2_000)
  expect(readChallenge(challenge)).toBeUndefined()
})

test('a code works once, and invalidates older codes', async () => {
  await turnOn()
  await redeemSignInCode(owner.staffId, codeIn(0))
  for (const periods of [0, -1])
    await expect(redeemSignInCode(owner.staffId, codeIn(periods))).rejects.toThrow()
  await redeemSignInCode(owner.staffId, codeIn(1))
})

test('only one of two requests with the same code succeeds', async () => {
  await turnOn()
  const both = [codeIn(0), codeIn(0)].map((code) => redeemSignInCode(owner.staffId, code))
  const results = (await Promise.allSettled(both)).map(({ status }) => status)
  expect(results.toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('accepts the codes of the previous and next periods, but no others', async () => {
  await turnOn()
  await db().staffSecondFactor.updateMany({ data: { lastPeriod: 0 } })
  for (const periods of [-2, 2])
    await expect(redeemSignInCode(owner.staffId, codeIn(periods))).rejects.toThrow()
  for (const periods of [-1, 0, 1]) await redeemSignInCode(owner.staffId, codeIn(periods))
})

test('each recovery code works once, however it is typed', async () => {
  const [first = '', second = ''] = await turnOn()
  expect(first).toMatch(/^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/)
  await redeemSignInCode(owner.staffId, ` ${first.toUpperCase().replaceAll('-', ' ')} `)
  await expect(redeemSignInCode(owner.staffId, first)).rejects.toThrow()
  expect(await getSecondFactor(owner)).toEqual({ state: 'on', recoveryCodes: 9 })
  const renewed = await renewRecoveryCodes(owner, login.password)
  await expect(redeemSignInCode(owner.staffId, second)).rejects.toThrow()
  await redeemSignInCode(owner.staffId, renewed[0])
})

test.each([undefined, '', '12345', 'x'.repeat(50), '\u0000', {}])('refuses %o', async (code) => {
  await turnOn()
  await expect(redeemSignInCode(owner.staffId, code)).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test('turning it on requires a correct code, and ends sessions started without one', async () => {
  const other = await addSession(owner)
  await startSecondFactor(owner, login.password)
  await expect(confirmSecondFactor(owner, '123456')).rejects.toMatchObject({
    errors: [{ field: 'code' }],
  })
  await turnOn()
  expect(await db().staffSession.count({ where: { id: other.id } })).toBe(0)
  // A second setup cannot replace the key in use.
  await startSecondFactor(owner, login.password)
  await redeemSignInCode(owner.staffId, codeIn(0))
})

test('turning it on or off, or getting new recovery codes, requires the password', async () => {
  await turnOn()
  for (const change of [startSecondFactor, removeSecondFactor, renewRecoveryCodes])
    await expect(change(owner, 'wrong')).rejects.toMatchObject({ errors: [{ field: 'password' }] })
  await removeSecondFactor(owner, login.password)
  expect(await signIn(login, '')).toHaveProperty('token')
})

test('turning off a moderator’s second factor ends their sessions and informs them', async () => {
  const moderator = await addActor('moderator')
  const encryptedEmail = encryptStaffAddress('mo@example.org').encryptedEmail
  await db().staff.update({ where: { id: moderator.staffId }, data: { encryptedEmail } })
  const session = await addSession(moderator)
  const factor = { staffId: moderator.staffId, encryptedSecret: 'x', confirmedAt: new Date() }
  await db().staffSecondFactor.create({ data: factor })
  const reset = (actor: typeof owner | undefined) => resetSecondFactor(actor, moderator.staffId)
  await expect(reset(moderator)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(reset(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  const factorOf = async () =>
    (await listStaff(owner)).find(({ id }) => id === moderator.staffId)?.hasSecondFactor
  expect(await factorOf()).toBe(true)
  await reset(owner)
  await reset(owner)
  expect(await factorOf()).toBe(false)
  expect(await db().staffSession.count({ where: { id: session.id } })).toBe(0)
  const sender = { smtpUrl: '', from: '', owners: [], origin: 'https://blog.example.org' }
  const mails: Mail[] = []
  for (let due = await leaseDueMail(); due; due = await leaseDueMail())
    mails.push(composeMail(due, { ...sender, blogName: 'Words' }))
  expect(mails).toMatchObject([
    {
      to: ['mo@example.org'],
      subject: 'Two-factor authentication is off for your account on Words',
      text: expect.stringContaining('https://blog.example.org/admin/account'),
    },
  ])
})

test('does not turn off the owner’s second factor without their password', async () => {
  await turnOn()
  await resetSecondFactor(owner, owner.staffId)
  expect(await getSecondFactor(owner)).toMatchObject({ state: 'on' })
})

test('stores neither the key nor the recovery codes in readable form', async () => {
  const codes = await turnOn()
  const row = JSON.stringify(await db().staffSecondFactor.findFirst())
  const withoutHyphens = codes.map((code) => code.replaceAll('-', ''))
  for (const secret of [app.secret.base32, ...codes, ...withoutHyphens])
    expect(row).not.toContain(secret)
})

test('recovery codes work under a new secret; “owner:create” turns the factor off', async () => {
  const [code] = await turnOn()
  process.env.AUTH_SECRET = 'another test secret of at least 32 characters'
  await redeemSignInCode(owner.staffId, code)
  await resetOwner(login)
  expect(await signIn(login, '')).toHaveProperty('token')
  process.env.AUTH_SECRET = 'test secret of at least 32 characters'
})
