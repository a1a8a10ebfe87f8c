import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeIfUtf8, decodeUtf8 } from './decode-page'

/** Bytes that mix valid and invalid UTF-8. */
const bytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 3 }),
    ),
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)))

test('decodes any bytes as the Encoding standard specifies', () => {
  fc.assert(
    fc.property(bytes, (input) => {
      expect(decodeUtf8(input)).toBe(new TextDecoder().decode(input))
    }),
    { numRuns: 2_000 },
  )
})

test('recognises valid UTF-8 wherever it is truncated', () => {
  const text = 'a é 日 😀'
  const whole = Buffer.from(text)
  for (let length = 0; length <= whole.length; length++) {
    const kept = new TextDecoder('utf-8', { fatal: true }).decode(whole.subarray(0, length), {
      stream: true,
    })
    expect(decodeIfUtf8(whole.subarray(0, length))).toBe(kept)
  }
  expect(decodeIfUtf8(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x61, 0x75]))).toBeUndefined()
})
