import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

export type SentBody = { type: string; body: Buffer }

const node = z.record(z.string(), z.unknown())

/** Formats a value for a query or a form. */
export const written = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

export const asPairs = (value: unknown): [string, string][] =>
  Object.entries(node.safeParse(value).data ?? {}).flatMap(([name, one]) =>
    one === undefined ? [] : [[name, written(one)]],
  )

export function bodyOf(type: string, value: unknown): SentBody {
  if (type.endsWith('json')) return { type, body: Buffer.from(JSON.stringify(value) ?? '') }
  if (type !== 'multipart/form-data')
    return { type, body: Buffer.from(new URLSearchParams(asPairs(value)).toString()) }
  const parts = asPairs(value).map(
    ([name, one]) =>
      `--part\r\nContent-Disposition: form-data; name=${JSON.stringify(name)}\r\n\r\n${one}\r\n`,
  )
  return { type: `${type}; boundary=part`, body: Buffer.from(`${parts.join('')}--part--\r\n`) }
}

/** Replaces a valid body with a corrupt one. */
export const corruptBody: Arbitrary<(sent: SentBody) => SentBody> = fc.constantFrom(
  ({ type, body }) => ({ type, body: body.subarray(0, body.byteLength / 2) }),
  ({ body }) => ({ type: 'text/plain', body }),
  ({ body }) => ({ type: '', body }),
  ({ type }) => ({ type, body: Buffer.from('[[[[') }),
  ({ type }) => ({ type, body: Buffer.alloc(0) }),
  ({ type }) => ({ type, body: Buffer.from([0xff, 0xfe, 0x00]) }),
  ({ type }) => ({ type, body: Buffer.alloc(70_000, 'a') }),
  ({ type, body }) => ({ type: `${type}; charset=utf-16`, body }),
  ({ type, body }) => ({
    type: type.startsWith('multipart') ? 'multipart/form-data' : 'multipart/form-data; boundary=x',
    body,
  }),
)
