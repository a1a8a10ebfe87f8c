/** The import failed. `detail` is the server's error message. */
export class ImportFailed extends Error {
  override name = 'ImportFailed'

  constructor(
    readonly code: 'connection-lost' | 'signed-out' | 'same-names' | 'too-large' | 'other',
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    super(detail || code, options)
  }
}

/** Returns the failure that a response of the server describes. */
export function failureOf(status: number, problem: { detail?: string }): ImportFailed {
  // Without a session cookie, the server accepts only small bodies.
  const isSignedOut = status === 401 || status === 413
  return new ImportFailed(isSignedOut ? 'signed-out' : 'other', problem.detail)
}
