import { z } from 'zod'
import { checkHealth } from '@/lib/health/check-health'
import { endpoint, otherMethods } from '@/lib/http/endpoint'

export const GET = endpoint({ query: z.object({}) }, checkHealth)

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
