import 'server-only'
import { refresh } from 'next/cache'
import { redirect, unstable_rethrow } from 'next/navigation'
import { z } from 'zod'
import type { Actor } from '@/lib/auth/actor'
import { AppError, type FieldError, type FormState } from '@/lib/errors'
import { signInPath } from '@/lib/http/session/require-staff'
import { hasText } from '@/lib/i18n/has-text'
import { runInLanguage } from '@/lib/i18n/languages'
import { translator } from '@/lib/i18n/translator'
import { pathWith } from '@/lib/paths'
import { knownBlogLanguage } from '@/lib/settings/get-blog'
import { parseFields } from './parse-fields'
import { detailOf } from './problem'
import { signedIn } from './session/signed-in'

/**
 * Runs the action of an admin form and redirects: to the path that `work` returns; back to `path`
 * with an error code; or to `unauthorized` if nobody is signed in.
 * @param path the page that contains the form
 */
export async function adminAction(
  path: string,
  work: (actor: Actor | undefined) => Promise<string>,
  unauthorized = signInPath(path),
): Promise<never> {
  const run = signedIn().then(work)
  const target = await run.catch((error: unknown) =>
    error instanceof AppError && error.code === 'unauthorized'
      ? unauthorized
      : errorPath(path, error),
  )
  redirect(target)
}

/**
 * Creates the actions of a page. They parse the fields of their forms and run as in `adminAction`.
 * @param pathOf the page that contains the forms
 */
export const formActions =
  (pathOf: string | ((form: FormData) => string)) =>
  <Shape extends z.ZodRawShape>(
    shape: Shape,
    work: (
      actor: Actor | undefined,
      fields: z.infer<z.ZodObject<Shape>>,
      path: string,
    ) => Promise<string>,
  ) =>
  async (form: FormData): Promise<never> => {
    const path = typeof pathOf === 'string' ? pathOf : pathOf(form)
    return adminAction(path, async (actor) =>
      work(actor, parseFields(z.object(shape), Object.fromEntries(form)), path),
    )
  }

/**
 * Runs the work of a form that keeps its input after an error. Redirects to the path that `work`
 * returns, with the time as `at`, so that the page can replace the errors of an earlier submission.
 */
export const keepInput = <Typed>(
  typed: Typed,
  work: (actor: Actor | undefined) => Promise<string>,
): Promise<FormState<Typed>> =>
  inStaffLanguage<FormState<Typed>>(
    async (actor) => redirect(pathWith(await work(actor), { at: Date.now() })),
    (error) => ({ typed, errors: describeErrors(error) }),
  )

/** Creates the action of a form that keeps its input after an error. */
export const keepingAction =
  <Schema extends z.ZodType>(
    schema: Schema,
    work: (actor: Actor | undefined, fields: z.infer<Schema>) => Promise<string>,
  ) =>
  async (_: FormState, form: FormData): Promise<FormState> => {
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
    return keepInput(typed, async (actor) => work(actor, parseFields(schema, typed)))
  }

/** Returns the field errors of an error for the admin area. */
function describeErrors(error: AppError): FieldError[] {
  const t = translator('adminErrors')
  const code = error.code === 'unauthorized' ? 'signed-out' : error.code
  const errors =
    error.errors.length > 0 ? error.errors : [{ field: code, message: detailOf(error) }]
  return errors.map(({ field, message }) => ({
    field,
    message: hasText(t, field) ? t(field) : message,
  }))
}

/**
 * Creates an action that returns a new secret, which the page shows once. The secret is not in a
 * URL, because browsers record URLs.
 */
export const secretAction =
  (work: (actor: Actor | undefined, form: FormData) => Promise<string>) =>
  (_: FormState, form: FormData): Promise<FormState> =>
    inStaffLanguage<FormState>(
      async (actor) => {
        const secret = await work(actor, form)
        // The page may list the secret, such as an invitation.
        refresh()
        return { secret }
      },
      (error) => ({ errors: describeErrors(error) }),
    )

/**
 * Runs the work of a signed-in staff member in their language.
 * @param refuse returns the result for an expected error, in the same language
 */
export async function inStaffLanguage<Result>(
  work: (actor: Actor | undefined) => Promise<Result>,
  refuse: (error: AppError) => Result,
): Promise<Result> {
  const session = signedIn()
  const language = await session.then(
    (actor) => actor?.language,
    // The error is handled below, where `session` is awaited again.
    () => undefined,
  )
  return runInLanguage(language ?? (await knownBlogLanguage()), async () =>
    session.then(work).catch((error: unknown) => {
      if (error instanceof AppError) return refuse(error)
      throw error
    }),
  )
}

/**
 * Returns the path that shows an admin form again with the code of an expected error, without
 * scripts. Rethrows any other error.
 */
export function errorPath(path: string, error: unknown): string {
  unstable_rethrow(error)
  if (!(error instanceof AppError)) throw error
  return pathWith(path, { error: error.errors[0]?.field ?? error.code })
}
