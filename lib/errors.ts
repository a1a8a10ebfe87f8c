/**
 * What may go wrong and is foreseen. A room throws one of these; `lib/http/problem.ts` alone knows what HTTP makes of
 * it. Anything else that is thrown is a bug and answers 500.
 */
export type ErrorCode =
  | 'invalid-parameters'
  | 'invalid-url'
  | 'target-unreachable'
  | 'target-refused'
  | 'target-too-slow'
  | 'not-found'
  | 'method-not-allowed'
  | 'body-too-large'
  | 'headers-too-large'
  | 'too-many-requests'
  | 'malformed-request'
  | 'unauthorized'
  | 'forbidden'
  | 'cross-site'
  | 'comments-closed'
  | 'edit-window-closed'
  | 'thread-full'
  | 'edit-conflict'
  | 'post-changed'
  | 'idempotency-key-reused'
  | 'link-invalid'
  | 'link-expired'
  | 'unsupported-media-type'
  | 'image-in-use'
  | 'storage-unavailable'
  | 'database-unavailable'
  | 'internal-error'

/** One fault in what was sent: the field it is in, and what to do about it. */
export type FieldError = { field: string; message: string }

/** A foreseen failure. `detail` is shown to the client as it is: never put a query, a path or an address in it. */
export class AppError extends Error {
  override name = 'AppError'
  /** What else the client is told, beside what every problem says (RFC 9457, 3.2). */
  readonly members: Record<string, unknown>

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly errors: FieldError[] = [],
    { members = {}, ...options }: ErrorOptions & { members?: Record<string, unknown> } = {},
  ) {
    super(detail, options)
    this.members = members
  }
}

/** PostgreSQL cannot be reached, has no room for us, or did not answer in time. */
export class DatabaseUnavailable extends AppError {
  override name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(
      'database-unavailable',
      'The database cannot be reached just now. Try again in a moment.',
      [],
      {
        cause,
      },
    )
    // Where it came from says nothing of why, and Next looks up each line of it in the source maps, for every page that fails.
    for (const error of [this, cause])
      if (error instanceof Error) error.stack = `${error.name}: ${error.message}`
  }
}

/** What was sent is not as it must be. */
export class InvalidInput extends AppError {
  override name = 'InvalidInput'

  constructor(errors: FieldError[]) {
    super(
      'invalid-parameters',
      `${errors.map(({ field, message }) => `“${field}” ${message}`).join('; ')}.`,
      errors,
    )
  }
}

/** Something that was asked for by name and is not there, or not public. */
export class NotFound extends AppError {
  override name = 'NotFound'

  constructor(thing: string, id: string | number) {
    super('not-found', `There is no ${thing} “${id}”.`)
  }
}
