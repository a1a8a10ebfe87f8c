import { expect, test } from 'vitest'
import { readBody, readBytes } from './read-body'

/** Creates a request whose body breaks off after these chunks. */
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

const formOf = (body: string) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('reads a form with as many fields as fit into a body in linear time', async () => {
  const names = Array.from({ length: 14_000 }, (_, index) => index.toString(36).padStart(3, '_'))
  const request = formOf(names.join('&'))
  const before = process.cpuUsage()
  const { fields } = await readBody(request)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200)
  expect(Object.keys(fields)).toHaveLength(names.length)
})

test('names each repeated field of a form once', async () => {
  await expect(readBody(formOf('a=1&b=2&a=3&c=4&c=5&a=6'))).rejects.toMatchObject({
    errors: [{ field: 'a' }, { field: 'c' }],
  })
})

test.each(['text/plain', 'constructor', ''])('does not support the type “%s”', async (type) => {
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': type },
  })
  await expect(readBody(request)).rejects.toMatchObject({ code: 'unsupported-media-type' })
})
