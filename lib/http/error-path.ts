import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { AppError } from '@/lib/errors'

/** Returns the code of a foreseen error of an admin form. Rethrows any other error. */
export function errorCodeOf(error: unknown): string {
  unstable_rethrow(error)
  if (!(error instanceof AppError)) throw error
  return error.errors[0]?.field ?? error.code
}

/**
 * Returns the path that shows an admin form again with an error code. It works without scripts, and
 * reloading submits nothing twice.
 */
export function errorPath(path: string, error: unknown): string {
  const url = new URL(path, 'http://own.invalid')
  url.searchParams.set('fault', errorCodeOf(error))
  return url.pathname + url.search
}
