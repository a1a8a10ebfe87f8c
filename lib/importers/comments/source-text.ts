/**
 * Decodes a file as UTF-8 text, without a byte order mark. Invalid bytes become U+FFFD, so that one
 * damaged comment does not stop an import.
 */
export async function* decodeChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Longest line that is read, in UTF-16 units. Comments with embedded pictures have megabytes. */
const lineLengthMax = 64 * 2 ** 20

/** Splits text into lines, with their numbers from 1. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ number: number; text: string }> {
  let rest = ''
  let number = 0
  for await (const text of decodeChunks(chunks)) {
    const lines = (rest + text).split(/\r\n|[\n\r](?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > lineLengthMax) rest = rest.slice(0, lineLengthMax)
    for (const line of lines) yield { number: ++number, text: line }
  }
  if (rest.trim() !== '') yield { number: ++number, text: rest.replace(/[\r\n]+$/, '') }
}
