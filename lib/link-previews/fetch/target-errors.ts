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

/** Creates the error for a target that responded with something other than the page. */
export function targetRefused(
  status: number,
  reason: 'status' | 'redirects' | 'robots' | 'empty' = 'status',
): AppError {
  return new AppError('target-refused', errorText('targetRefused', { status, reason }))
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
