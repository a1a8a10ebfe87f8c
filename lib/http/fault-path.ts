import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { AppError } from '@/lib/errors'

/**
 * Where a form of the desk is shown again: its page, with the word for what was wrong. (No script is needed for that,
 * and going back or anew sends nothing twice.) What nobody foresaw is thrown on.
 */
export function faultPath(path: string, error: unknown): string {
  unstable_rethrow(error)
  if (!(error instanceof AppError)) throw error
  const [field] = error.errors
  const url = new URL(path, 'http://own.invalid')
  url.searchParams.set('fault', field?.field ?? error.code)
  return url.pathname + url.search
}
