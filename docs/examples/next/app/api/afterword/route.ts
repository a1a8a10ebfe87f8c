import { revalidateTag } from 'next/cache'
import { tagOf } from '@/components/afterword/server'
import { isSigned } from '@/components/afterword/verify-webhook'

/** Receives the webhooks of the blog: a comment was published, edited, deleted or held. */
export async function POST(request: Request): Promise<Response> {
  const body = await request.text()
  if (!isSigned(request.headers, body, process.env.AFTERWORD_WEBHOOK_SECRET ?? ''))
    return new Response(null, { status: 401 })
  const { data }: { data: { slug: string } } = JSON.parse(body)
  revalidateTag(tagOf(data.slug), { expire: 0 })
  return new Response(null, { status: 204 })
}
