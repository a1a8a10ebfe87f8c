import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password'

/** The hash that `hashPassword` of Better Auth 1.7.5 returned for “Ｆｉｘｔｕｒｅ ﬁve ﬂags é and ç”. */
const hashOfBetterAuth =
  '700a5f450e82a8f4c729257aefd6cf71:83915c306dab3767fa5568b000b33b893c9ed2bc71a6233649e52fee8cfee' +
  'd1b393359363f10e38472ce4b7bf5a31f2e6414daa72994127cc672b005e82dd224'

test('accepts a hash of Better Auth, in any compatible Unicode form of the password', async () => {
  for (const password of [
    'Ｆｉｘｔｕｒｅ ﬁve ﬂags é and ç',
    'Fixture five flags e\u0301 and c\u0327',
  ])
    expect(await verifyPassword(password, hashOfBetterAuth)).toBe(true)
  for (const password of ['', 'fixture five flags é and ç', 'Fixture five flags e and c'])
    expect(await verifyPassword(password, hashOfBetterAuth)).toBe(false)
})

test('makes a different hash in the same format each time', async () => {
  const hashes = await Promise.all([1, 2].map(() => hashPassword('a long enough password')))
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) {
    expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)
    expect(await verifyPassword('a long enough password', hash)).toBe(true)
  }
})

test.each([
  undefined,
  null,
  '',
  ':',
  'salt:',
  `salt:${'0'.repeat(128)}`,
  hashOfBetterAuth.slice(0, -2),
])('never accepts the stored value %j', async (hash) => {
  expect(await verifyPassword('', hash)).toBe(false)
})

test('leaves the event loop free while it hashes', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await hashPassword('a long enough password')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})
