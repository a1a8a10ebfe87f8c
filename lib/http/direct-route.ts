/**
 * Route handlers that the Node entry calls by itself. Next's way to a handler (routing, a request and a body of the Fetch
 * standard, an answer of it) costs more than counting a view does. Next stays the way in: it loads the handler for the first
 * request, and what is not a small body of JSON from somebody who is not signed in goes to it as it came; either way the
 * same function answers. (On Vercel there is no entry of ours: all go through Next.)
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, type Asked, toResponse } from './answer'
import { bodyBytesMax } from './body-limit'
import { problemAnswer } from './problem'

/** Outside of Next's scope of a request: `cookies()`, `after()` and their like are not to be called. */
type Answerer = (asked: Asked) => Promise<Answer>

/** The entry and the handlers are bundled apart. */
const shared = globalThis as typeof globalThis & { afterwordDirectPosts?: Map<string, Answerer> }

/**
 * A `POST` for `route.ts`, which the entry may answer by itself from now on.
 * @param path the route's own, without parameters
 */
export function directPost(path: string, answer: Answerer): (request: Request) => Promise<Response> {
  shared.afterwordDirectPosts ??= new Map()
  shared.afterwordDirectPosts.set(path, answer)
  return async (request) => toResponse(await answer(request))
}

/**
 * Answers a request whose handler has offered itself.
 * @returns undefined where it is Next's
 */
export function answerDirectly(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
  const answer = isSmallJsonPost(request) ? shared.afterwordDirectPosts?.get(request.url ?? '') : undefined
  return answer && answerBy(answer, request, response)
}

/** Who may be signed in is looked for by Next's `cookies()`. */
function isSmallJsonPost({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    headers['content-type'] === 'application/json' &&
    Number(headers['content-length']) <= bodyBytesMax &&
    !headers.cookie?.includes('session=')
  )
}

async function answerBy(answer: Answerer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]))
  const body = await readAll(request)
  // What a handler foresees it answers itself.
  const answered = await answer({ headers, body }).catch((error: unknown) => problemAnswer(error))
  const length = Buffer.byteLength(answered.body ?? '')
  response.writeHead(answered.status, { ...answered.headers, 'Content-Length': length })
  response.end(answered.body ?? undefined)
}

/** By events: `for await` costs as much as all else here. What breaks off throws the request's own error. */
function readAll(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    // It may have been held while the server is being stopped, and broken off meanwhile.
    if (request.errored) return reject(request.errored)
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    request.once('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    request.once('error', reject)
  })
}
