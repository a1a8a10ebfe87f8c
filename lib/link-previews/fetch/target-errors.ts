import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

/**
 * Creates the single error for several failures: an unknown name, a private address, a refused
 * connection, bad TLS and broken HTTP. They look alike so that they cannot be used to map an
 * internal network.
 */
export function targetUnreachable(cause?: unknown): AppError {
  return new AppError('target-unreachable', errorText('targetUnreachable'), [], { cause })
}

const refusals = ['status', 'redirects', 'robots', 'empty'] as const

/** Thrown for a target that responded with something other than the page. */
export class TargetRefused extends AppError {
  constructor(
    readonly status: number,
    readonly reason: (typeof refusals)[number] = 'status',
  ) {
    super('target-refused', errorText('targetRefused', { status, reason }))
  }
}

/** Creates the error for a target that did not respond within the time limit of a fetch. */
export function targetTooSlow(): AppError {
  return new AppError('target-too-slow', errorText('targetTooSlow'))
}

/** Thrown if this server had no time to read a page. It stores no failure of the page. */
export class PageNotRead extends AppError {
  constructor() {
    super('target-too-slow', errorText('targetTooSlow'))
  }
}

/** Returns what to store of an error to create it again in the language of another request. */
export function describeFailure(error: AppError): { failureCode: string; failureDetail: string } {
  return {
    failureCode: error.code,
    failureDetail: error instanceof TargetRefused ? `${error.status} ${error.reason}` : '',
  }
}

/** Returns the error of a stored failure. Earlier versions stored a sentence with the status. */
export function storedFailure(code: string | null, detail: string | null): AppError {
  if (code === 'target-too-slow') return targetTooSlow()
  const [status] = /\d{3}/.exec(detail ?? '') ?? []
  if (code !== 'target-refused' || status === undefined) return targetUnreachable()
  return new TargetRefused(
    Number(status),
    refusals.find((reason) => detail?.endsWith(reason)),
  )
}
