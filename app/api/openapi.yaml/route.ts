import { readFileSync } from 'node:fs'
import path from 'node:path'
import { otherMethods } from '@/lib/http/endpoint'
import { feedResponse } from '@/lib/http/responses'

/** Generated at build time, because the file does not exist at run time. */
export const dynamic = 'force-static'

export async function GET(): Promise<Response> {
  const description = readFileSync(path.join(process.cwd(), 'openapi.yaml'), 'utf8')
  // Clients read the version here, so caches must revalidate.
  return feedResponse(description, 'application/yaml', { headers: { 'Cache-Control': 'no-cache' } })
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
