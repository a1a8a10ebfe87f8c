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
      'A parameter is missing, blank, given twice, too long, or holds a control character. ' +
      '“errors” names each one and says what it must be.',
  },
  'invalid-url': {
    status: 400,
    title: 'Invalid URL',
    explanation:
      '“url” is not the absolute http(s) URL of a page on the public internet: another ' +
      'scheme, a user name or password in it, a port other than 80, 443, 8080 and 8443, more ' +
      'than 2,048 characters, or a private address or name.',
  },
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    explanation:
      'The request is not well-formed HTTP, its path has an invalid percent-escape, it does ' +
      'not name exactly one valid host, or its target is neither a path nor an http(s) URL ' +
      '(RFC 9112, 3.2).',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    explanation:
      'What was asked for needs somebody signed in in the admin area, or “Authorization: ' +
      'Bearer”: for a comment its “edit_token”, which the answer to its post gave; for the ' +
      'service’s own timers the configured CRON_SECRET.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    explanation: 'Who is signed in may not do this: it is the owner’s alone.',
  },
  'cross-site': {
    status: 403,
    title: 'Cross-site write',
    explanation:
      'A browser sent this from another site (“Origin”, “Sec-Fetch-Site”) that is not among ' +
      'ALLOWED_ORIGINS. Nothing was looked at.',
  },
  'comments-closed': {
    status: 403,
    title: 'Comments closed',
    explanation: 'The post takes no comments any more.',
  },
  'edit-window-closed': {
    status: 403,
    title: 'Too late',
    explanation:
      'A comment can be changed by its author for 15 minutes. It can be deleted at any time.',
  },
  'not-found': { status: 404, title: 'Not found', explanation: 'Nothing public has this address.' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    explanation: 'This address does not take the request’s method. “Allow” lists those it takes.',
  },
  'thread-full': {
    status: 409,
    title: 'Thread full',
    explanation: 'A thread takes 1,000 replies. A new one can be begun.',
  },
  'link-invalid': {
    status: 400,
    title: 'Link invalid',
    explanation: 'The token is not one that was mailed from here, or what it was for is gone.',
  },
  'link-expired': {
    status: 400,
    title: 'Link expired',
    explanation: 'A link to confirm an address is good for seven days.',
  },
  'edit-conflict': {
    status: 409,
    title: 'Changed meanwhile',
    explanation:
      'Somebody else changed it first. What it is now is to be looked at before anything is ' +
      'tried again.',
  },
  'post-changed': {
    status: 409,
    title: 'Post changed',
    explanation:
      'The post was saved after the revision that this edit began from. “theirs” says what ' +
      'was saved, and by whom; nothing was overwritten.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    explanation:
      'A body is “application/json”, or the “application/x-www-form-urlencoded” or ' +
      '“multipart/form-data” of a plain form, in UTF-8. An image is a JPEG, PNG, GIF, WebP, ' +
      'AVIF or SVG, by its own bytes.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    explanation:
      'The “Idempotency-Key” was sent before, with another body. A new submission needs a ' +
      'new key; a retry the same body.',
  },
  'body-too-large': {
    status: 413,
    title: 'Body too large',
    explanation:
      'A request body may have 64 kB. With a session cookie, one that saves a post may have ' +
      '1.5 MB (4 MB from a plain form), and an image for a post 4 MB.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    explanation:
      'This client has used up its minute. “Retry-After” says in how many seconds it may ask ' +
      'again.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request headers too large',
    explanation: 'The request line and headers may have 16 kB together.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    explanation: 'A fault of the service. It has been logged; what you sent is not at fault.',
  },
  'target-unreachable': {
    status: 500,
    title: 'Target unreachable',
    explanation:
      'The page could not be connected to. A name that does not exist, an address that is ' +
      'not public, a refused connection and a bad certificate all answer like this.',
  },
  'target-refused': {
    status: 500,
    title: 'Target refused',
    explanation:
      'The page’s server answered with an error, a challenge for robots or an empty page. ' +
      '“detail” has its status.',
  },
  'target-too-slow': {
    status: 500,
    title: 'Target too slow',
    explanation: 'The page was not read within five seconds.',
  },
  'image-in-use': {
    status: 409,
    title: 'Image in use',
    explanation: 'A post shows the image: what is shown is not deleted.',
  },
  'storage-unavailable': {
    status: 503,
    title: 'Store away',
    explanation: 'The store that holds the images of posts cannot be reached, or refused.',
  },
  'database-unavailable': {
    status: 503,
    title: 'Database away',
    explanation:
      'The database cannot be reached, or did not answer in time. “Retry-After” says when to ' +
      'try again. A write may have been done all the same: sent again under the same ' +
      '“Idempotency-Key”, it is done once.',
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
