import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Made at build time: there is no file to read at run time. */
export const dynamic = 'force-static'

export async function GET(): Promise<Response> {
  const description = readFileSync(path.join(process.cwd(), 'openapi.yaml'), 'utf8')
  return new Response(description, { headers: { 'Content-Type': 'application/yaml; charset=utf-8', 'Access-Control-Allow-Origin': '*' } })
}
