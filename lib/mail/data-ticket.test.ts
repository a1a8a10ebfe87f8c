import { expect, test } from 'vitest'
import { sign } from '@/lib/crypto/sign'
import { dataPath, issueDataTicket, readDataTicket } from './data-ticket'

const claim = { addressIds: [3, 4], commentIds: [7] }
const now = new Date('2026-01-01T00:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test('returns the claim of a ticket for an hour', () => {
  const ticket = issueDataTicket(claim, now)
  expect(readDataTicket(ticket, now)).toEqual(claim)
  expect(readDataTicket(ticket, later(59.9))).toEqual(claim)
  expect(readDataTicket(ticket, later(60))).toBeUndefined()
  expect(dataPath(ticket)).toMatch(/^\/privacy\/your-data\/[\w.-]+$/)
})

test('rejects forged and malformed tickets', () => {
  const [text = '', signature = ''] = issueDataTicket(claim, now).split('.')
  const other = Buffer.from(JSON.stringify([[5], [], later(60).getTime()])).toString('base64url')
  const forged = [
    '',
    '.',
    text,
    `${text}.`,
    `.${signature}`,
    `${text}.${signature}.`,
    `${text}.${signature.slice(1)}x`,
    `${other}.${signature}`,
    `${text}.${sign('edit-comment', text)}`,
    'x'.repeat(100_000),
    `${text}\u0000.${signature}`,
  ]
  for (const ticket of forged)
    expect(readDataTicket(ticket, now), ticket.slice(0, 80)).toBeUndefined()
})
