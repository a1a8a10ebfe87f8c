import { trace } from '@opentelemetry/api'
import { env } from '@/lib/env'
import {
  AppError,
  DatabaseUnavailable,
  type ErrorCode,
  errorStatuses,
  type FieldError,
  NotFound,
} from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { currentLocale, translator } from '@/lib/i18n/translator'
import { requestContexts } from '@/lib/telemetry/request-context'

const statuses = new Map<ErrorCode, number>(errorStatuses)

/** Returns the HTTP status of an error code. */
export const statusOf = (code: ErrorCode): number => statuses.get(code) ?? 500

/** Thrown for a request over a limit, with the headers of that limit. */
export class TooManyRequests extends AppError {
  constructor(readonly headers: Record<string, string>) {
    const seconds = Number(headers['Retry-After'] ?? 60)
    super('too-many-requests', errorText('tooMany', { seconds }))
  }
}

/** Seconds for `Retry-After` when the database is unavailable. */
const databaseRetrySeconds = 2

/**
 * Returns an error as RFC 9457 problem details. Unexpected errors are logged, and none of their
 * details reach the client.
 * @param headers additional response headers, such as `Allow`
 */
export function toProblem(error: unknown, headers: Record<string, string> = {}): Response {
  const foreseen = toAppError(error)
  const { code, errors, members } = foreseen
  const requestId = requestContexts.getStore()?.id
  return new Response(problemBody(code, detailOf(foreseen), errors, members), {
    status: statusOf(code),
    headers: {
      'Content-Type': 'application/problem+json',
      'Content-Language': currentLocale(),
      'Cache-Control': 'no-store',
      ...(requestId && { 'X-Request-Id': requestId }),
      ...(code === 'database-unavailable' && { 'Retry-After': String(databaseRetrySeconds) }),
      ...(typeof members.retryAfterSeconds === 'number' && {
        'Retry-After': String(members.retryAfterSeconds),
      }),
      ...(error instanceof TooManyRequests && error.headers),
      ...headers,
    },
  })
}

/** Returns the human-readable text of an error. */
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
    status: statusOf(code),
    detail,
    code,
    requestId: requestContexts.getStore()?.id,
    ...(errors.length > 0 && { errors }),
  })
}

/** Returns an expected error unchanged. Logs any other error, and returns a generic one. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  console.error(error)
  if (error instanceof Error) trace.getActiveSpan()?.recordException(error)
  return new AppError('internal-error', errorText('internal'))
}
