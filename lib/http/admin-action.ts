import 'server-only'
import { redirect } from 'next/navigation'
import { AppError } from '@/lib/errors'
import { signInPath } from '@/lib/http/session/require-staff'
import { errorPath } from './error-path'

/**
 * What a form of the admin area does, and where it leads afterwards: to what `work` answers; back to its page, with the word
 * for what was wrong; or to the sign-in where nobody is signed in any more.
 * @param path the page the form stands on
 */
export async function adminAction(path: string, work: () => Promise<string>): Promise<never> {
  redirect(await whereTo(path, work))
}

async function whereTo(path: string, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    return error instanceof AppError && error.code === 'unauthorized'
      ? signInPath(path)
      : errorPath(path, error)
  }
}
