/**
 * Checks the pattern of each mutant against the functions that produce the messages, where they
 * exist. A pattern that matches no failure never detects its mutant. One that matches messages of
 * passed runs always does.
 */
import { expect, onTestFinished, test } from 'vitest'
import { findUndescribed } from '@/test/described-responses'
import { Ledger } from '@/tools/prove/load/ledger'
import { expectNextPages } from '@/tools/prove/load/next-pages'
import { expectNothingLost } from '@/tools/prove/load/test-blog'
import { expectAnswered } from '@/tools/prove/parts/connections-exhausted'
import { expectUndisturbed } from '@/tools/prove/parts/migrations-in-use'
import { expectNoConnections } from '@/tools/prove/parts/private-targets'
import { expectOneEach } from '@/tools/prove/parts/retried-keys'
import { expectRightThreads } from '@/tools/prove/parts/sites'
import { expectCut } from '@/tools/prove/parts/slow-sockets'
import {
  describeDisclosure,
  describeUnauthorizedWrite,
} from '@/tools/prove/requests/unauthorized-access'
import { mutants } from './mutants'
import { Findings } from './part'
import { evaluateMutant } from './run-mutants'
import { Scene } from './scene'

const patternOf = (mutant: string, part: string) => {
  const pattern = mutants.find(({ name }) => name === mutant)?.caughtBy[part]
  if (!pattern) throw new Error(`${part} need not detect ${mutant}`)
  return pattern
}

/** Returns true if a full run with these broken promises detects the mutant. */
const isDetected = (failures: string[], pattern: RegExp) =>
  evaluateMutant({ passed: failures.length === 0, failures, errors: [], skipped: [] }, pattern)
    .isDetected

async function collectFailures(judge: (findings: Findings) => unknown): Promise<string[]> {
  const findings = new Findings()
  await judge(findings)
  return [...findings.failures, ...findings.late]
}

async function afterAcknowledging(stored: string[]) {
  const scene = new Scene('short', '.', () => {})
  onTestFinished(() => scene.end())
  const ledger = new Ledger(scene)
  const record = ledger.openFor(1, scene)
  for (const key of ['one', 'two']) record({ kind: 'comment', key, at: 0, status: 201 })
  const rows = JSON.stringify(stored.map((key) => ({ key, rows: 1 })))
  const postgres = {
    sql: async (text: string) => JSON.parse(text.includes('FROM comments') ? rows : '[]'),
  }
  return collectFailures((findings) => expectNothingLost(findings, { ledger, postgres }))
}

test.each(['postgres-kill', 'hot-post', 'server-kill', 'disk-full'])(
  'the pattern of responds-before-commit matches lost acknowledged writes: %s',
  async (part) => {
    const pattern = patternOf('responds-before-commit', part)
    expect(isDetected(await afterAcknowledging(['one']), pattern)).toBe(true)
    expect(isDetected(await afterAcknowledging(['one', 'two']), pattern)).toBe(false)
    // Other messages of the same function must not match.
    expect(isDetected(await afterAcknowledging(['one', 'two', 'three']), pattern)).toBe(false)
  },
)

test.each(['while processes died', 'on the replica'])(
  'the pattern of ignores-remote-invalidations matches an outdated next page %s',
  async (when) => {
    const pattern = patternOf('ignores-remote-invalidations', 'three-servers')
    const checked = new Map([['http://one', 7]])
    const judge = (outdated: string[], unexpected: string[]) =>
      collectFailures((findings) =>
        expectNextPages(findings, { checked, outdated, unexpected }, [...checked.keys()], when),
      )
    expect(isDetected(await judge(['http://one/posts/a has no key'], []), pattern)).toBe(true)
    expect(isDetected(await judge([], ['http://one/posts/a: 500']), pattern)).toBe(false)
  },
)

test('the pattern of migration-without-lock-timeout matches failed responses', async () => {
  const pattern = patternOf('migration-without-lock-timeout', 'migrations-in-use')
  const judge = (statuses: [number, number][]) =>
    collectFailures((findings) => expectUndisturbed(findings, statuses))
  expect(
    isDetected(
      await judge([
        [200, 9],
        [503, 3],
      ]),
      pattern,
    ),
  ).toBe(true)
  expect(isDetected(await judge([[200, 9]]), pattern)).toBe(false)
})

test('the pattern of unchecked-ip-literals matches a forbidden connection', async () => {
  const pattern = patternOf('unchecked-ip-literals', 'private-targets')
  expect(
    isDetected(
      await collectFailures((findings) => expectNoConnections(findings, ['127.0.0.1', '::1'])),
      pattern,
    ),
  ).toBe(true)
  expect(
    isDetected(await collectFailures((findings) => expectNoConnections(findings, [])), pattern),
  ).toBe(false)
})

test('the pattern of session-checked-only-in-proxy matches unauthorized access', () => {
  const pattern = patternOf('session-checked-only-in-proxy', 'owner-only')
  expect(
    isDetected([describeUnauthorizedWrite('POST /api/posts', ['posts', 'tags'])], pattern),
  ).toBe(true)
  expect(isDetected([describeDisclosure('GET /admin/posts, anonymous, unchanged')], pattern)).toBe(
    true,
  )
  expect(
    isDetected(
      ['GET /admin/posts returned 500 with permission, so its refusals prove nothing'],
      pattern,
    ),
  ).toBe(false)
})

test('the pattern of idempotency-keys-not-stored matches repeated comments', async () => {
  const pattern = patternOf('idempotency-keys-not-stored', 'retried-keys')
  const judge = (comments: number) =>
    collectFailures((findings) => expectOneEach(findings, 25, comments))
  expect(isDetected(await judge(26), pattern)).toBe(true)
  expect(isDetected(await judge(25), pattern)).toBe(false)
  // Fewer comments than expected are a loss.
  expect(isDetected(await judge(24), pattern)).toBe(false)
})

test('the pattern of connection-exhaustion-as-500 matches a 500 response', async () => {
  const pattern = patternOf('connection-exhaustion-as-500', 'connections-exhausted')
  const judge = (statuses: number[]) =>
    collectFailures((findings) => expectAnswered(findings, statuses, 'none: 3 × 500'))
  expect(isDetected(await judge([200, 404, 500]), pattern)).toBe(true)
  expect(isDetected(await judge([200, 201, 503]), pattern)).toBe(false)
  expect(isDetected(await judge([200, 404]), pattern)).toBe(false)
})

test('the pattern of no-request-timeout matches connections that were not closed', async () => {
  const pattern = patternOf('no-request-timeout', 'slow-sockets')
  const judge = (lived: number[]) =>
    collectFailures((findings) => expectCut(findings, 'headers', lived))
  expect(isDetected(await judge([]), pattern)).toBe(true)
  expect(isDetected(await judge([9_000]), pattern)).toBe(false)
})

test('the pattern of wrong-response-type matches a view count that is not a number', () => {
  const pattern = patternOf('wrong-response-type', 'random-requests')
  const responseWith = (views: unknown) => ({
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    body: JSON.stringify({ views }),
  })
  expect(isDetected(findUndescribed('/api/views', 'GET', responseWith('7')), pattern)).toBe(true)
  expect(
    isDetected(
      findUndescribed('/api/views', 'GET', responseWith(7)).filter((failure) =>
        pattern.test(failure),
      ),
      pattern,
    ),
  ).toBe(false)
})

test('the pattern of unchecked-origin matches a stored spoofed write', async () => {
  const pattern = patternOf('unchecked-origin', 'sites')
  const named = new Map([
    ['genuine', 'host/post'],
    ['spoofed', undefined],
  ])
  const judge = (...stored: { key: string; thread: string }[]) =>
    collectFailures((findings) => expectRightThreads(findings, named, stored))
  expect(isDetected(await judge({ key: 'spoofed', thread: 'host/post' }), pattern)).toBe(true)
  expect(isDetected(await judge({ key: 'genuine', thread: 'host/post' }), pattern)).toBe(false)
  // A misplaced write is another fault.
  expect(isDetected(await judge({ key: 'genuine', thread: 'host/other' }), pattern)).toBe(false)
  expect(await judge({ key: 'genuine', thread: 'host/other' })).toHaveLength(1)
})
