import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { signedInHere } from '@/lib/http/session/signed-in'
import { beginUpload } from '@/lib/images/send-to-store'

/** Returns the URL to which the browser uploads a large image directly. */
export async function POST(request: Request): Promise<Response> {
  try {
    return Response.json(await beginUpload(await signedInHere(request)), {
      status: 201,
      headers: { 'Cache-Control': 'no-store' },
    })
  } catch (error) {
    return toProblem(error)
  }
}

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
