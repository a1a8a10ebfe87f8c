import { afterEach, expect, test, vi } from 'vitest'
import { requestContexts } from './request-context'
import { writeLogRecords } from './write-log-records'

const { isTTY } = process.stdout
const plain = { ...console }

afterEach(() => {
  process.stdout.isTTY = isTTY
  Object.assign(console, plain)
})

/** Returns what the console writes during `work`. */
function written(work: () => void, isTerminal = false): string {
  process.stdout.isTTY = isTerminal
  let text = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk
    return true
  })
  writeLogRecords()
  requestContexts.run({ id: 'id-of-a-request', route: () => '/posts/[slug]' }, work)
  vi.mocked(process.stdout.write).mockRestore()
  return text
}

test('writes a message and its fields as one record', () => {
  const text = written(() => console.warn('attempt %d failed', 2, { mail: 7 }))
  expect(JSON.parse(text)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: 'warn',
    msg: 'attempt 2 failed',
    mail: 7,
    requestId: 'id-of-a-request',
    route: '/posts/[slug]',
  })
})

test('writes an error as Next.js logs it, with its stack in a field', () => {
  const text = written(() => console.error('\u001B[31m⨯\u001B[39m', new TypeError('no\nwords')))
  expect(text.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(text)).toMatchObject({
    level: 'error',
    msg: 'no\nwords',
    err: { type: 'TypeError', stack: expect.stringContaining('write-log-records.test.ts') },
  })
})

test('skips the outages that are logged once a minute', () => {
  const outage = Object.assign(new Error('unavailable'), { name: 'DatabaseUnavailable' })
  expect(written(() => console.error(outage))).toBe('')
})

test('writes readable lines to a terminal', () => {
  const text = written(() => console.error('It failed.', new Error('no words')), true)
  const [first, second] = text.split('\n')
  expect(first).toMatch(/^\S+ error It failed\. requestId=id-of-a-request route=\/posts\/\[slug\]$/)
  expect(second).toBe('Error: no words')
})
