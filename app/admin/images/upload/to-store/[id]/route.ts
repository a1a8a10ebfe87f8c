import { otherMethods } from '@/lib/http/endpoint'
import { toProblem } from '@/lib/http/problem'
import { signedInHere } from '@/lib/http/session/signed-in'
import { finishUpload } from '@/lib/images/send-to-store'

type Context = { params: Promise<{ id: string }> }

/** Creates an image from the file that the browser has uploaded to the object store. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  try {
    const added = await finishUpload(await signedInHere(request), (await params).id)
    return Response.json(added, { status: 201, headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    return toProblem(error)
  }
}

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
