import 'server-only'
import { redirect, unstable_rethrow } from 'next/navigation'
import { AppError } from '@/lib/errors'
import { signInPath } from '@/lib/http/session/require-staff'

/**
 * Runs the action of an admin form and redirects: to the path that `work` returns; back to `path`
 * with an error code; or to the sign-in page if the session has ended.
 * @param path the page that contains the form
 */
export async function adminAction(path: string, work: () => Promise<string>): Promise<never> {
  const target = await work().catch((error: unknown) =>
    error instanceof AppError && error.code === 'unauthorized'
      ? signInPath(path)
      : errorPath(path, error),
  )
  redirect(target)
}

/** Returns the code of a foreseen error of an admin form. Rethrows any other error. */
export function errorCodeOf(error: unknown): string {
  unstable_rethrow(error)
  if (!(error instanceof AppError)) throw error
  return error.errors[0]?.field ?? error.code
}

/** Returns the path that shows an admin form again with an error code, without scripts. */
export function errorPath(path: string, error: unknown): string {
  const url = new URL(path, 'http://own.invalid')
  url.searchParams.set('fault', errorCodeOf(error))
  return url.pathname + url.search
}
