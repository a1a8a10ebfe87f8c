/** From one attempt to the next, in minutes; the last goes on (RFC 5321, 4.5.4.1 asks for retries of at least 30 minutes in the long run). */
const pausesMinutes = [1, 5, 15, 60, 240] as const
/** After this a mail says nothing any more that its reader has not found out. */
const givenUpAfterMs = 2 * 86_400_000

/**
 * How long to wait after a failed attempt, in seconds; undefined where the mail is to be given up.
 * @param attempts made so far, 1 or more
 */
export function retryPause(attempts: number, createdAt: Date, at = new Date()): number | undefined {
  const seconds = 60 * (pausesMinutes[attempts - 1] ?? 240)
  return at.getTime() + seconds * 1_000 - createdAt.getTime() > givenUpAfterMs ? undefined : seconds
}
