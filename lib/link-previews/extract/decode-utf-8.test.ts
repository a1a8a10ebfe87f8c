import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeIfUtf8, decodeUtf8 } from './decode-page'

/** Bytes of which many make characters, and many do not. */
const bytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 3 }),
    ),
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)))

test('any bytes are decoded as the standard has it', () => {
  fc.assert(
    fc.property(bytes, (input) => {
      expect(decodeUtf8(input)).toBe(new TextDecoder().decode(input))
    }),
    { numRuns: 2_000 },
  )
})

test('what is UTF-8 is known from what is not, wherever it was cut', () => {
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
