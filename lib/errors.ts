/**
 * The codes of expected errors, which features throw as `AppError`, and the HTTP statuses to which
 * `lib/http/problem.ts` maps them. Any other error is a bug and results in 500. The namespace
 * `problems` of the messages has their titles.
 */
export const errorStatuses = [
  ['invalid-parameters', 400],
  ['invalid-url', 400],
  ['target-unreachable', 500],
  ['target-refused', 500],
  ['target-too-slow', 500],
  ['not-found', 404],
  ['method-not-allowed', 405],
  ['body-too-large', 413],
  ['headers-too-large', 431],
  ['too-many-requests', 429],
  ['malformed-request', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['cross-site', 403],
  ['site-unknown', 404],
  ['page-not-found', 404],
  ['page-quota', 429],
  ['comments-closed', 403],
  ['reactions-off', 403],
  ['edit-window-closed', 403],
  ['thread-full', 409],
  ['edit-conflict', 409],
  ['post-changed', 409],
  ['upload-offset', 409],
  ['idempotency-key-reused', 422],
  ['link-invalid', 400],
  ['link-expired', 400],
  ['unsupported-media-type', 415],
  ['image-in-use', 409],
  ['storage-unavailable', 503],
  ['database-unavailable', 503],
  ['internal-error', 500],
] as const

export type ErrorCode = (typeof errorStatuses)[number][0]

/** An error in one field of the input. The message says how to correct it. */
export type FieldError = { field: string; message: string }

/**
 * The result of a form that shows it in place: the input and errors of a rejected form, or the
 * secret that was created. `field` may also be the code of an error.
 */
export type FormState<Typed = Record<string, string>> = {
  typed?: Typed
  errors?: FieldError[]
  secret?: string
}

/** An expected error. Clients see `detail`: it must not contain queries, paths or addresses. */
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

/** Thrown if PostgreSQL cannot be reached, has no free connections, or does not respond in time. */
export class DatabaseUnavailable extends AppError {
  override name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super('database-unavailable', 'The database is unavailable.', [], { cause })
    // The stack does not explain the cause, and Next.js looks up each of its lines in source maps
    // for every failed page.
    for (const error of [this, cause])
      if (error instanceof Error) error.stack = `${error.name}: ${error.message}`
  }
}

/** Thrown for invalid input. */
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

/** Thrown if the requested item does not exist or is not public. */
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
