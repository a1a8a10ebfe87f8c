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

/** Returns the value of JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Splits text into lines, with their numbers from 1. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ number: number; text: string }> {
  // A long line arrives in many chunks. Joining them once keeps the time linear.
  let parts: string[] = []
  let number = 0
  // A line break at the end of a chunk, which may be half of CR LF.
  let end = ''
  for await (const chunk of decodeChunks(chunks)) {
    const lines = (end + chunk).split(/\r\n|[\n\r](?!$)/)
    const last = lines.pop() ?? ''
    for (const line of lines) {
      yield { number: ++number, text: parts.join('') + line }
      parts = []
    }
    end = /[\n\r]$/.exec(last)?.[0] ?? ''
    parts.push(last.slice(0, last.length - end.length))
  }
  const text = parts.join('')
  if (text.trim() !== '') yield { number: ++number, text }
}
