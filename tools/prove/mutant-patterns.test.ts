/**
 * Checks the sign of each mutant against the functions that produce the messages, where they exist.
 * A sign that matches no message never detects its mutant; one that matches messages of successful
 * runs always does.
 */
import { expect, onTestFinished, test } from 'vitest'
import { findUndescribed } from '@/test/described-answers'
import { Ledger } from '@/tools/prove/load/ledger'
import { expectNextPages } from '@/tools/prove/load/next-pages'
import { expectNothingLost } from '@/tools/prove/load/proved-blog'
import { expectAnswered } from '@/tools/prove/parts/connections-exhausted'
import { expectUndisturbed } from '@/tools/prove/parts/migrations-in-use'
import { expectNoConnections } from '@/tools/prove/parts/private-targets'
import { expectOneEach } from '@/tools/prove/parts/retried-keys'
import { expectRightThreads } from '@/tools/prove/parts/sites'
import { expectCut } from '@/tools/prove/parts/slow-sockets'
import { disclosedSecret, strangersWrote } from '@/tools/prove/requests/unauthorized-access'
import { mutants } from './mutants'
import { Findings } from './part'
import { judgeMutant } from './run-mutants'
import { Scene } from './scene'

const signOf = (mutant: string, part: string) => {
  const sign = mutants.find(({ name }) => name === mutant)?.caughtBy[part]
  if (!sign) throw new Error(`${part} is not to see ${mutant}`)
  return sign
}

/** Returns true if a full run with these broken promises detects the mutant. */
const isSeen = (broken: string[], sign: RegExp) =>
  judgeMutant({ held: broken.length === 0, broken, thrown: [], untried: [] }, sign).isSeen

async function findingsBy(judge: (findings: Findings) => unknown): Promise<string[]> {
  const findings = new Findings()
  await judge(findings)
  return [...findings.broken, ...findings.late]
}

async function afterAcknowledging(stored: string[]) {
  const scene = new Scene('short', '.', () => {})
  onTestFinished(() => scene.end())
  const ledger = new Ledger(scene)
  const note = ledger.openFor(1, scene)
  for (const key of ['one', 'two']) note({ kind: 'comment', key, at: 0, status: 201 })
  const rows = JSON.stringify(stored.map((key) => ({ key, rows: 1 })))
  const postgres = {
    sql: async (text: string) => JSON.parse(text.includes('FROM comments') ? rows : '[]'),
  }
  return findingsBy((findings) => expectNothingLost(findings, { ledger, postgres }))
}

test.each(['postgres-kill', 'hot-post', 'server-kill', 'disk-full'])(
  'the sign of answers-before-commit matches lost acknowledged writes: %s',
  async (part) => {
    const sign = signOf('answers-before-commit', part)
    expect(isSeen(await afterAcknowledging(['one']), sign)).toBe(true)
    expect(isSeen(await afterAcknowledging(['one', 'two']), sign)).toBe(false)
    // Other messages of the same function must not match.
    expect(isSeen(await afterAcknowledging(['one', 'two', 'three']), sign)).toBe(false)
  },
)

test.each(['while processes died', 'on the replica'])(
  'the sign of own-purges-alone matches an outdated next page %s',
  async (when) => {
    const sign = signOf('own-purges-alone', 'three-servers')
    const looked = new Map([['http://one', 7]])
    const judge = (without: string[], strange: string[]) =>
      findingsBy((findings) =>
        expectNextPages(findings, { looked, without, strange }, [...looked.keys()], when),
      )
    expect(isSeen(await judge(['http://one/posts/a has no key'], []), sign)).toBe(true)
    expect(isSeen(await judge([], ['http://one/posts/a: 500']), sign)).toBe(false)
  },
)

test('the sign of patient-migration matches failed responses during migrations', async () => {
  const sign = signOf('patient-migration', 'migrations-in-use')
  const judge = (statuses: [number, number][]) =>
    findingsBy((findings) => expectUndisturbed(findings, statuses))
  expect(
    isSeen(
      await judge([
        [200, 9],
        [503, 3],
      ]),
      sign,
    ),
  ).toBe(true)
  expect(isSeen(await judge([[200, 9]]), sign)).toBe(false)
})

test('the sign of without-literal-address-check matches a forbidden connection', async () => {
  const sign = signOf('without-literal-address-check', 'private-targets')
  expect(
    isSeen(
      await findingsBy((findings) => expectNoConnections(findings, ['127.0.0.1', '::1'])),
      sign,
    ),
  ).toBe(true)
  expect(isSeen(await findingsBy((findings) => expectNoConnections(findings, [])), sign)).toBe(
    false,
  )
})

test('the sign of session-only-in-proxy matches access by a stranger', () => {
  const sign = signOf('session-only-in-proxy', 'owner-only')
  expect(isSeen([strangersWrote('POST /api/posts', ['posts', 'tags'])], sign)).toBe(true)
  expect(isSeen([disclosedSecret('GET /admin/posts as nobody by as it is')], sign)).toBe(true)
  expect(
    isSeen(
      ['GET /admin/posts is answered 500 to who may, so that strangers are refused says nothing'],
      sign,
    ),
  ).toBe(false)
})

test('the sign of keys-not-kept matches several comments with one key', async () => {
  const sign = signOf('keys-not-kept', 'retried-keys')
  const judge = (comments: number) =>
    findingsBy((findings) => expectOneEach(findings, 25, comments))
  expect(isSeen(await judge(26), sign)).toBe(true)
  expect(isSeen(await judge(25), sign)).toBe(false)
  // Fewer comments than expected are a loss.
  expect(isSeen(await judge(24), sign)).toBe(false)
})

test('the sign of no-room-is-a-bug matches a 500 response', async () => {
  const sign = signOf('no-room-is-a-bug', 'connections-exhausted')
  const judge = (statuses: number[]) =>
    findingsBy((findings) => expectAnswered(findings, statuses, 'none: 3 × 500'))
  expect(isSeen(await judge([200, 404, 500]), sign)).toBe(true)
  expect(isSeen(await judge([200, 201, 503]), sign)).toBe(false)
  expect(isSeen(await judge([200, 404]), sign)).toBe(false)
})

test('the sign of patient-with-sockets matches connections that were not closed', async () => {
  const sign = signOf('patient-with-sockets', 'slow-sockets')
  const judge = (lived: number[]) => findingsBy((findings) => expectCut(findings, 'headers', lived))
  expect(isSeen(await judge([]), sign)).toBe(true)
  expect(isSeen(await judge([9_000]), sign)).toBe(false)
})

test('the sign of other-than-described matches a view count that is not a number', () => {
  const sign = signOf('other-than-described', 'random-requests')
  const told = (views: unknown) => ({
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    body: JSON.stringify({ views }),
  })
  expect(isSeen(findUndescribed('/api/views', 'GET', told('7')), sign)).toBe(true)
  expect(
    isSeen(
      findUndescribed('/api/views', 'GET', told(7)).filter((words) => sign.test(words)),
      sign,
    ),
  ).toBe(false)
})

test('the sign of any-origin matches a stored spoofed write', async () => {
  const sign = signOf('any-origin', 'sites')
  const named = new Map([
    ['genuine', 'host/post'],
    ['spoofed', undefined],
  ])
  const judge = (...stored: { key: string; thread: string }[]) =>
    findingsBy((findings) => expectRightThreads(findings, named, stored))
  expect(isSeen(await judge({ key: 'spoofed', thread: 'host/post' }), sign)).toBe(true)
  expect(isSeen(await judge({ key: 'genuine', thread: 'host/post' }), sign)).toBe(false)
  // A misplaced write is another fault.
  expect(isSeen(await judge({ key: 'genuine', thread: 'host/other' }), sign)).toBe(false)
  expect(await judge({ key: 'genuine', thread: 'host/other' })).toHaveLength(1)
})
