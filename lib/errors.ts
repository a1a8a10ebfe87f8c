/**
 * The codes of foreseen errors. Features throw them as `AppError`, and `lib/http/problem.ts` maps
 * them to HTTP. Any other error is a bug and results in 500.
 */
export const errorCodes = [
  'invalid-parameters',
  'invalid-url',
  'target-unreachable',
  'target-refused',
  'target-too-slow',
  'not-found',
  'method-not-allowed',
  'body-too-large',
  'headers-too-large',
  'too-many-requests',
  'malformed-request',
  'unauthorized',
  'forbidden',
  'cross-site',
  'site-unknown',
  'page-not-found',
  'page-quota',
  'comments-closed',
  'edit-window-closed',
  'thread-full',
  'edit-conflict',
  'post-changed',
  'idempotency-key-reused',
  'link-invalid',
  'link-expired',
  'unsupported-media-type',
  'image-in-use',
  'storage-unavailable',
  'database-unavailable',
  'internal-error',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** An error in one field of the input, and how to correct it. */
export type FieldError = { field: string; message: string }

/**
 * A foreseen error. The client sees `detail`, so it must not contain queries, file paths or
 * addresses.
 */
export class AppError extends Error {
  override name = 'AppError'
  /** Additional members of the problem details (RFC 9457, 3.2). */
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

/** PostgreSQL cannot be reached, has no free connections, or did not respond in time. */
export class DatabaseUnavailable extends AppError {
  override name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super('database-unavailable', 'The database is unavailable.', [], { cause })
    // The stack does not explain the cause, and Next looks up each of its lines in source maps for
    // every failed page.
    for (const error of [this, cause])
      if (error instanceof Error) error.stack = `${error.name}: ${error.message}`
  }
}

/** The input is invalid. */
export class InvalidInput extends AppError {
  override name = 'InvalidInput'

  constructor(errors: FieldError[]) {
    super(
      'invalid-parameters',
      errors.map(({ field, message }) => `“${field}”: ${message}`).join(' '),
      errors,
    )
  }
}

/** The requested item does not exist or is not public. */
export class NotFound extends AppError {
  override name = 'NotFound'

  constructor(
    readonly thing: string,
    readonly id: string | number,
  ) {
    super('not-found', `There is no ${thing} “${id}”.`)
  }
}

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
