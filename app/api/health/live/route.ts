import { z } from 'zod'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import manifest from '@/package.json'

/** Tells a supervisor that the process responds, so it must not depend on the database. */
export const GET = endpoint({ query: z.object({}) }, async () => ({
  status: 'ok',
  version: manifest.version,
}))

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
