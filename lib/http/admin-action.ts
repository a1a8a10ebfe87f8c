import 'server-only'
import { redirect } from 'next/navigation'
import { AppError } from '@/lib/errors'
import { signInPath } from '@/lib/http/session/require-staff'
import { errorPath } from './error-path'

/**
 * Runs the action of an admin form and redirects: to the path that `work` returns; back to `path`
 * with an error code; or to the sign-in page if the session has ended.
 * @param path the page that contains the form
 */
export async function adminAction(path: string, work: () => Promise<string>): Promise<never> {
  redirect(await redirectTarget(path, work))
}

async function redirectTarget(path: string, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    return error instanceof AppError && error.code === 'unauthorized'
      ? signInPath(path)
      : errorPath(path, error)
  }
}
