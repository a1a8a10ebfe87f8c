import { expect, test } from 'vitest'
import { readBytes } from './read-bytes'

/** A request whose body comes in these chunks, and then breaks off. */
function breakingOff(...chunks: string[]): Request {
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) controller.error(new Error('aborted'))
      else controller.enqueue(new TextEncoder().encode(chunk))
    },
  })
  // Types of the browser’s `fetch` do not know what Node’s asks for.
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('http://localhost/', init)
}

test('a body that breaks off is the sender’s fault, not an error of ours', async () => {
  await expect(
    readBytes(breakingOff('{"slug"'), 100, 'A body may have 100 bytes.'),
  ).rejects.toMatchObject({
    code: 'malformed-request',
    detail: 'The body did not arrive whole.',
  })
})
