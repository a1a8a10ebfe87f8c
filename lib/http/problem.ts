import { env } from '@/lib/env'
import {
  AppError,
  DatabaseUnavailable,
  type ErrorCode,
  type FieldError,
  NotFound,
} from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { translator } from '@/lib/i18n/translator'

/** The HTTP status of each error code. The namespace `problems` has their titles. */
export const problemStatuses: Record<ErrorCode, number> = {
  'invalid-parameters': 400,
  'invalid-url': 400,
  'malformed-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'cross-site': 403,
  'comments-closed': 403,
  'edit-window-closed': 403,
  'not-found': 404,
  'site-unknown': 404,
  'page-not-found': 404,
  'method-not-allowed': 405,
  'thread-full': 409,
  'link-invalid': 400,
  'link-expired': 400,
  'edit-conflict': 409,
  'post-changed': 409,
  'unsupported-media-type': 415,
  'idempotency-key-reused': 422,
  'body-too-large': 413,
  'too-many-requests': 429,
  'page-quota': 429,
  'headers-too-large': 431,
  'internal-error': 500,
  'target-unreachable': 500,
  'target-refused': 500,
  'target-too-slow': 500,
  'image-in-use': 409,
  'storage-unavailable': 503,
  'database-unavailable': 503,
}

/** Seconds for `Retry-After` when the database is unavailable. */
const databaseRetrySeconds = 2

/**
 * Returns an error as RFC 9457 problem details. Unforeseen errors are logged, and none of their
 * details reach the client.
 * @param headers additional response headers, such as `Allow`
 */
export function toProblem(error: unknown, headers: Record<string, string> = {}): Response {
  const foreseen = toAppError(error)
  const { code, errors, members } = foreseen
  return new Response(problemBody(code, detailOf(foreseen), errors, members), {
    status: problemStatuses[code],
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(code === 'database-unavailable' && { 'Retry-After': String(databaseRetrySeconds) }),
      ...headers,
    },
  })
}

/** Returns the text of an error for people. */
export function detailOf(error: AppError): string {
  if (error instanceof NotFound) return errorText('notFound', { thing: error.thing, id: error.id })
  return error instanceof DatabaseUnavailable ? errorText('database') : error.detail
}

/** Returns the problem details of an error code as JSON. */
export function problemBody(
  code: ErrorCode,
  detail: string,
  errors: FieldError[] = [],
  members: Record<string, unknown> = {},
): string {
  const type = `${env().SITE_URL ?? ''}/docs/errors#${code}`
  return JSON.stringify({
    ...members,
    type,
    title: translator('problems')(`${code}.title`),
    status: problemStatuses[code],
    detail,
    code,
    ...(errors.length > 0 && { errors }),
  })
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  console.error(error)
  return new AppError('internal-error', errorText('internal'))
}
