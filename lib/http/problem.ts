import { env } from '@/lib/env'
import { AppError, type ErrorCode, type FieldError } from '@/lib/errors'

/** The HTTP status of an error code, and its description in `/docs/errors`. */
type ProblemKind = { status: number; title: string; explanation: string }

/** The list of all error codes; the type requires an entry for each. */
export const problems: Record<ErrorCode, ProblemKind> = {
  'invalid-parameters': {
    status: 400,
    title: 'Invalid parameters',
    explanation:
      'A parameter is missing, blank, given twice, too long, or contains a control ' +
      'character. “errors” lists each one with its requirements.',
  },
  'invalid-url': {
    status: 400,
    title: 'Invalid URL',
    explanation:
      '“url” is not the absolute http(s) URL of a public page. It has another scheme, a ' +
      'user name or password, a port other than 80, 443, 8080 and 8443, more than 2,048 ' +
      'characters, or a private host.',
  },
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    explanation:
      'The request is not well-formed HTTP, its path has an invalid percent-escape, it does ' +
      'not name exactly one valid host, or its target is neither a path nor an http(s) URL ' +
      '(RFC 9112, section 3.2).',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    explanation:
      'The request requires a session in the admin area or “Authorization: Bearer”. ' +
      'Comments take the “edit_token” from the response that created them; timers take the ' +
      'configured CRON_SECRET.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    explanation: 'You are signed in, but only the owner may do this.',
  },
  'cross-site': {
    status: 403,
    title: 'Cross-site write',
    explanation:
      'A browser sent this request from another site (“Origin”, “Sec-Fetch-Site”) that is ' +
      'not listed in ALLOWED_ORIGINS. The request was not processed.',
  },
  'comments-closed': {
    status: 403,
    title: 'Comments closed',
    explanation: 'Comments on this post are closed.',
  },
  'edit-window-closed': {
    status: 403,
    title: 'Edit window closed',
    explanation: 'Authors can edit a comment for 15 minutes. They can delete it at any time.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    explanation: 'There is no public resource at this URL.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    explanation:
      'This URL does not support the request’s method. “Allow” lists the supported methods.',
  },
  'thread-full': {
    status: 409,
    title: 'Thread full',
    explanation: 'A thread can have 1,000 replies. Start a new thread instead.',
  },
  'link-invalid': {
    status: 400,
    title: 'Invalid link',
    explanation: 'The token was not sent by this blog, or its subject no longer exists.',
  },
  'link-expired': {
    status: 400,
    title: 'Link expired',
    explanation: 'Links that confirm an address expire after seven days.',
  },
  'edit-conflict': {
    status: 409,
    title: 'Edit conflict',
    explanation: 'Someone else changed it first. Review the current state before you try again.',
  },
  'post-changed': {
    status: 409,
    title: 'Post changed',
    explanation:
      'The post was saved after the revision on which this edit is based. “theirs” contains ' +
      'the saved text and who saved it. Nothing was overwritten.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    explanation:
      'A body must be “application/json”, or “application/x-www-form-urlencoded” or ' +
      '“multipart/form-data” from a plain form, in UTF-8. An image must be a JPEG, PNG, ' +
      'GIF, WebP, AVIF or SVG, judged by its content.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    explanation:
      'The “Idempotency-Key” was already used with another body. Use a new key for a new ' +
      'submission, and the same body for a retry.',
  },
  'body-too-large': {
    status: 413,
    title: 'Body too large',
    explanation:
      'A request body can have 64 kB. With a session cookie, a saved post can have 1.5 MB ' +
      '(4 MB from a plain form), and an image for a post 4 MB.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    explanation:
      'This client has reached its rate limit. “Retry-After” contains the number of seconds ' +
      'to wait.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request headers too large',
    explanation: 'The request line and headers can have 16 kB together.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    explanation:
      'Something went wrong on our side and has been logged. Your request is not the cause.',
  },
  'target-unreachable': {
    status: 500,
    title: 'Target unreachable',
    explanation:
      'The server could not connect to the page. The name does not exist, the address is ' +
      'not public, the connection was refused, or the certificate is invalid.',
  },
  'target-refused': {
    status: 500,
    title: 'Target refused',
    explanation:
      'The page’s server responded with an error, a bot challenge or an empty page. ' +
      '“detail” contains its status.',
  },
  'target-too-slow': {
    status: 500,
    title: 'Target too slow',
    explanation: 'The page could not be fetched within five seconds.',
  },
  'image-in-use': {
    status: 409,
    title: 'Image in use',
    explanation: 'A post uses this image, so it cannot be deleted.',
  },
  'storage-unavailable': {
    status: 503,
    title: 'Storage unavailable',
    explanation: 'The storage for post images cannot be reached or refused the request.',
  },
  'database-unavailable': {
    status: 503,
    title: 'Database unavailable',
    explanation:
      'The database cannot be reached or did not respond in time. “Retry-After” says when ' +
      'to try again. The write may have been stored: retry it with the same “Idempotency- ' +
      'Key”, and it is stored only once.',
  },
}

/**
 * Seconds for `Retry-After` when the database is unavailable. A small value suffices, since the
 * server reconnects on the next request.
 */
const databaseRetrySeconds = 2

/**
 * Returns an error as RFC 9457 problem details. Unforeseen errors are logged, and none of their
 * details reach the client.
 * @param headers additional response headers, such as `Allow`
 */
export function toProblem(error: unknown, headers: Record<string, string> = {}): Response {
  const { code, detail, errors, members } = toAppError(error)
  return new Response(problemBody(code, detail, errors, members), {
    status: problems[code].status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(code === 'database-unavailable' && { 'Retry-After': String(databaseRetrySeconds) }),
      ...headers,
    },
  })
}

/** Returns the problem details of an error code as JSON. */
export function problemBody(
  code: ErrorCode,
  detail: string,
  errors: FieldError[] = [],
  members: Record<string, unknown> = {},
): string {
  const { status, title } = problems[code]
  const type = `${env().SITE_URL ?? ''}/docs/errors#${code}`
  return JSON.stringify({
    ...members,
    type,
    title,
    status,
    detail,
    code,
    ...(errors.length > 0 && { errors }),
  })
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  console.error(error)
  return new AppError('internal-error', 'Something went wrong on our side.')
}
