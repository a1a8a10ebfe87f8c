import { expect, test } from 'vitest'
import { readBytes } from './read-body'

/** Makes a request whose body breaks off after these chunks. */
function truncatedRequest(...chunks: string[]): Request {
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) controller.error(new Error('aborted'))
      else controller.enqueue(new TextEncoder().encode(chunk))
    },
  })
  // The DOM types lack `duplex`, which Node requires.
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('http://localhost/', init)
}

test('reports a body that breaks off as a malformed request', async () => {
  await expect(
    readBytes(truncatedRequest('{"slug"'), 100, 'A body may have 100 bytes.'),
  ).rejects.toMatchObject({
    code: 'malformed-request',
    detail: 'The body is incomplete.',
  })
})
