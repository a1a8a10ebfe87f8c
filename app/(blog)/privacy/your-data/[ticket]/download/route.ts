import { unstable_rethrow } from 'next/navigation'
import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { requireDataTicket } from '@/lib/mail/data-ticket'
import { getReaderData } from '@/lib/readers/get-reader-data'

/** Returns all stored data of a reader as a file, which must not be cached. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ ticket: string }> },
): Promise<Response> {
  try {
    const data = await getReaderData(requireDataTicket((await params).ticket))
    return new Response(`${JSON.stringify(data, null, 2)}\n`, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="your-data.json"',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      },
    })
  } catch (error) {
    unstable_rethrow(error)
    return toProblem(error)
  }
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
