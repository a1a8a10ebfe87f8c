import 'server-only'
import { notFound } from 'next/navigation'
import { type Blog, getBlog } from '@/lib/settings/get-blog'
import { csvRow } from '@/lib/text/csv'
import { jsonLines } from '@/lib/text/json-lines'
import { weakEtag } from './etag'

type Context = { params: Promise<{ none?: string[] }> }

/**
 * Returns no paths, because a build has no database. Pages are rendered on the first request.
 * Routes without a parameter have an optional catch-all one only for this.
 */
export function noStaticParams() {
  return []
}

/** Creates a cached route handler whose response depends only on the blog's settings. */
export function blogRoute(handler: (blog: Blog) => Response | Promise<Response>) {
  return async (_: Request, { params }: Context): Promise<Response> => {
    if ((await params).none) notFound()
    return handler(await getBlog())
  }
}

type Options = {
  /** The time of the last change to the content. */
  changedAt?: Date | undefined
  headers?: Record<string, string>
}

/** Returns text for programs, such as a feed, which any site may read. */
export function feedResponse(
  text: string,
  mediaType: string,
  { changedAt, headers }: Options = {},
): Response {
  return new Response(text, {
    headers: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      ETag: weakEtag(text),
      ...(changedAt && { 'Last-Modified': changedAt.toUTCString() }),
      ...headers,
    },
  })
}

/**
 * Returns a permanent redirect for a route handler. Next.js caches `permanentRedirect` indefinitely
 * and without tags, so that it could not be invalidated.
 * @param path encoded, on this site
 */
export function movedResponse(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path } })
}

type Row = (string | number)[]
type Batches = AsyncIterable<Row[]> | Iterable<Row[]>

/** Returns an uncached CSV file as a stream, which reads batches as they are sent. */
export function csvResponse(name: string, head: Row, batches: Batches): Response {
  const type = 'text/csv; charset=utf-8; header=present'
  return streamResponse(`${name}.csv`, type, csvText(head, batches))
}

/** Returns an uncached file of JSON Lines as a stream, which reads batches as they are sent. */
export function jsonLinesResponse(name: string, batches: AsyncIterable<object[]>): Response {
  return streamResponse(`${name}.jsonl`, 'application/jsonl; charset=utf-8', jsonLines(batches))
}

function streamResponse(
  fileName: string,
  contentType: string,
  texts: AsyncGenerator<string, void, void>,
): Response {
  const body = new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await texts.return()),
  }).pipeThrough(new TextEncoderStream())
  return new Response(body, {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

async function* csvText(head: Row, batches: Batches): AsyncGenerator<string, void, void> {
  yield csvRow(head)
  for await (const rows of batches) yield rows.map(csvRow).join('')
}
