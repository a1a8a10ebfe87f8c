import { z } from 'zod'
import { pingDatabase } from '@/lib/db/client'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { lastTimerRuns } from '@/lib/timers/timer-runs'

export const GET = endpoint({ query: z.object({}) }, async () => {
  await pingDatabase()
  return { status: 'ok', timers: await lastTimerRuns() }
})

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
