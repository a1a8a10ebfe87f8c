import 'server-only'
import { redirect, unstable_rethrow } from 'next/navigation'
import type { z } from 'zod'
import type { Actor } from '@/lib/auth/actor'
import { AppError } from '@/lib/errors'
import { signInPath } from '@/lib/http/session/require-staff'
import { runInLanguage } from '@/lib/i18n/languages'
import { knownBlogLanguage } from '@/lib/settings/get-blog'
import { parseFields } from './parse-fields'
import { signedIn } from './session/signed-in'

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

/** Makes an action as `adminAction` runs it. It reads the session and parses the form’s fields. */
export function formAction<Schema extends z.ZodType>(
  pathOf: string | ((form: FormData) => string),
  schema: Schema,
  work: (actor: Actor | undefined, fields: z.infer<Schema>, path: string) => Promise<string>,
): (form: FormData) => Promise<never> {
  return async (form) => {
    const path = typeof pathOf === 'string' ? pathOf : pathOf(form)
    return adminAction(path, async () =>
      work(await signedIn(), parseFields(schema, Object.fromEntries(form)), path),
    )
  }
}

/**
 * Runs the work of a signed-in staff member in their language.
 * @param refuse returns the result for an error, also in their language
 */
export async function inStaffLanguage<Result>(
  work: (actor: Actor | undefined) => Promise<Result>,
  refuse: (error: unknown) => Result,
): Promise<Result> {
  const session = signedIn()
  const language = await session.then(
    (actor) => actor?.language,
    // The error is handled below, where `session` is awaited again.
    () => undefined,
  )
  return runInLanguage(language ?? (await knownBlogLanguage()), async () =>
    session.then(work).catch(refuse),
  )
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
