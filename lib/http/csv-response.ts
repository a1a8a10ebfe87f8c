import 'server-only'
import { csvRow } from '@/lib/text/write-csv'

type Row = (string | number)[]

/**
 * Returns a CSV file as a stream. Each batch is read when the one before it has been sent. Caches
 * must not store it.
 */
export function csvResponse(
  name: string,
  head: Row,
  batches: AsyncIterable<Row[]> | Iterable<Row[]>,
): Response {
  const rows = inText(head, batches)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await rows.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await rows.return()
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

async function* inText(
  head: Row,
  batches: AsyncIterable<Row[]> | Iterable<Row[]>,
): AsyncGenerator<string, void, void> {
  yield csvRow(head)
  for await (const rows of batches) yield rows.map(csvRow).join('')
}
