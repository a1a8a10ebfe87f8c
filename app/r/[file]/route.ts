import { notFound } from 'next/navigation'
import { feedResponse } from '@/lib/http/responses'
import { readRegistry } from '@/lib/registry/read-registry'

type Context = { params: Promise<{ file: string }> }

/** Serves the shadcn registry: `/r/registry.json`, and one file per item. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const text = readRegistry((await params).file)
  if (text === undefined) notFound()
  return feedResponse(text, 'application/json', { headers: { 'Cache-Control': 'no-cache' } })
}
