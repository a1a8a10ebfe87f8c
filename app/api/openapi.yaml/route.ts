import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { otherMethods } from '@/lib/http/endpoint'

/** Generated at build time, because the file does not exist at run time. */
export const dynamic = 'force-static'

export async function GET(): Promise<Response> {
  const description = readFileSync(path.join(process.cwd(), 'openapi.yaml'), 'utf8')
  return new Response(description, {
    headers: {
      'Content-Type': 'application/yaml; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
      // Clients read the version here, so caches must revalidate.
      'Cache-Control': 'no-cache',
      ETag: `W/"${createHash('sha1').update(description).digest('base64url')}"`,
    },
  })
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
