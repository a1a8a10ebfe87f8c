import type { Instrumentation } from 'next'
import { count, errorType } from '@/lib/telemetry/measure'

/** Runs once in each server before its first request (Next.js documentation, “instrumentation”). */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next.js inlines it to remove code for other runtimes.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { env, isTelemetryConfigured } = await import('@/lib/env')
  // Elsewhere, the custom server has already done so.
  if (env().onVercel) (await import('@/lib/telemetry/write-log-records')).writeLogRecords()
  // The SDK takes time and memory, so it is loaded only if it is used.
  if (isTelemetryConfigured()) (await import('@/lib/telemetry/start-telemetry')).startTelemetry()
  const { ensureOwner } = await import('@/lib/auth/create-owner')
  await ensureOwner()
}

/** Counts the errors of pages, routes and actions. Next.js logs them and records them in spans. */
export const onRequestError: Instrumentation.onRequestError = (error, _, { routePath }) =>
  count('afterword.errors', { 'http.route': routePath, 'error.type': errorType(error) })
