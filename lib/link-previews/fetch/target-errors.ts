import { AppError } from '@/lib/errors'

/**
 * The one answer for a name that does not exist, one that leads off the public internet, a refused connection, bad TLS
 * and broken HTTP: nobody can draw a map of an inner network with it.
 */
export function targetUnreachable(cause?: unknown): AppError {
  return new AppError(
    'target-unreachable',
    'The page could not be reached on the public internet.',
    [],
    { cause },
  )
}

/** The target answered, and not with the page. */
export function targetRefused(status: number, why = ''): AppError {
  return new AppError(
    'target-refused',
    `The page was refused: its server answered ${status}${why}.`,
  )
}

const tooSlow = 'The page did not answer in time.'

/** The target did not answer within the budget of a fetch. */
export function targetTooSlow(): AppError {
  return new AppError('target-too-slow', tooSlow)
}

/** We had no time for a page, or came to grief over it or another one: nothing was learnt of it that would be worth keeping. */
export class PageNotRead extends AppError {
  override name = 'PageNotRead'

  constructor() {
    super('target-too-slow', tooSlow)
  }
}
