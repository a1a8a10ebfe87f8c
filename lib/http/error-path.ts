import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { AppError } from '@/lib/errors'

/** The word for what was wrong with what a form of the admin area sent. What nobody foresaw is thrown on. */
export function errorCodeOf(error: unknown): string {
  unstable_rethrow(error)
  if (!(error instanceof AppError)) throw error
  return error.errors[0]?.field ?? error.code
}

/**
 * Where a form of the admin area is shown again: its page, with that word. (No script is needed for it, and going back or
 * loading anew sends nothing twice.)
 */
export function errorPath(path: string, error: unknown): string {
  const url = new URL(path, 'http://own.invalid')
  url.searchParams.set('fault', errorCodeOf(error))
  return url.pathname + url.search
}
