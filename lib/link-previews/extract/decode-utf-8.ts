import { isUtf8 } from 'node:buffer'

/** A character takes at most four bytes, so a cut leaves at most three of one. */
const cutBytesMax = 3

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Decodes UTF-8 as `TextDecoder` does, and several times as fast as that of Node 20: what is no character becomes U+FFFD,
 * the byte order mark goes.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = toBuffer(bytes).toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** The text where all of it is UTF-8, but for a character at the end that a cut has split and that goes; else undefined. */
export function decodeIfUtf8(bytes: Uint8Array): string | undefined {
  for (let cut = 0; cut <= cutBytesMax; cut++) {
    const whole = bytes.subarray(0, Math.max(0, bytes.byteLength - cut))
    if (isUtf8(whole)) return decodeUtf8(whole)
  }
  return undefined
}
