import { AppError } from '@/lib/errors'

/**
 * Creates the single error for several failures: an unknown name, a private address, a refused
 * connection, bad TLS and broken HTTP. They look alike so that they cannot be used to map an
 * internal network.
 */
export function targetUnreachable(cause?: unknown): AppError {
  const detail = 'The page could not be reached on the public internet.'
  return new AppError('target-unreachable', detail, [], { cause })
}

/** Creates the error for a target that responded with something other than the page. */
export function targetRefused(status: number, why = ''): AppError {
  const detail = `The page was refused: its server answered ${status}${why}.`
  return new AppError('target-refused', detail)
}

const tooSlow = 'The page did not answer in time.'

/** Creates the error for a target that did not respond within the time limit of a fetch. */
export function targetTooSlow(): AppError {
  return new AppError('target-too-slow', tooSlow)
}

/** The server had no time for a page. Nothing was learned about it, so the failure is not stored. */
export class PageNotRead extends AppError {
  override name = 'PageNotRead'

  constructor() {
    super('target-too-slow', tooSlow)
  }
}
