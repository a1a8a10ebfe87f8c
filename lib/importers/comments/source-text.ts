import type { SourceFile } from './source-record'

/**
 * Decodes a file as text, without a byte order mark. Invalid bytes become U+FFFD, so that one
 * damaged comment does not stop an import.
 * @param fatal throws a TypeError for invalid bytes instead
 * @throws RangeError for an unknown encoding
 */
export async function* decodeChunks(
  chunks: AsyncIterable<Uint8Array>,
  encoding = 'utf-8',
  fatal = false,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Reads the start of a file. */
export async function firstBytes(
  chunks: AsyncIterable<Uint8Array>,
  lengthMax: number,
): Promise<Buffer> {
  const found: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    found.push(chunk)
    length += chunk.length
    if (length >= lengthMax) break
  }
  return Buffer.concat(found).subarray(0, lengthMax)
}

/**
 * Reads the start of a file as text, without a byte order mark and whitespace. By default, it is
 * long enough to identify the format.
 */
export async function readStart({ open }: SourceFile, bytesMax = 64 * 2 ** 10): Promise<string> {
  return new TextDecoder().decode(await firstBytes(open(), bytesMax)).trimStart()
}

/** Returns the value of JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Longest line that is read, in UTF-16 units. Comments with embedded images can have megabytes. */
const lineLengthMax = 64 * 2 ** 20

/**
 * Splits text into lines, with their numbers from 1. The end of a line that is too long is cut off.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ number: number; text: string }> {
  // A long line arrives in many chunks. Joining them once keeps the time linear.
  let parts: string[] = []
  let length = 0
  let number = 0
  // A line break at the end of a chunk, which may be half of CR LF.
  let end = ''
  for await (const chunk of decodeChunks(chunks)) {
    const lines = (end + chunk).split(/\r\n|[\n\r](?!$)/)
    const last = lines.pop() ?? ''
    for (const line of lines) {
      yield { number: ++number, text: parts.join('') + line }
      parts = []
      length = 0
    }
    end = /[\n\r]$/.exec(last)?.[0] ?? ''
    const rest = last.slice(
      0,
      Math.max(0, Math.min(last.length - end.length, lineLengthMax - length)),
    )
    parts.push(rest)
    length += rest.length
  }
  const text = parts.join('')
  if (text.trim() !== '') yield { number: ++number, text }
}
