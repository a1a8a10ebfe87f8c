import 'server-only'
import { headers } from 'next/headers'
import { AppError } from '@/lib/errors'
import { clientAddress } from '@/lib/security/client-address'
import type { Limit } from './limiter'
import { takeFrom } from './rate-limit'

/**
 * Counts an attempt at a password or a link, of the network it comes from and of the account it is for, in each of the
 * limits. Accounts are named by a keyed hash.
 * @throws AppError `too-many-requests`
 */
export async function countAttempt(limits: readonly Limit[], account?: string): Promise<void> {
  const network = clientAddress(await headers())
  for (const limit of limits) {
    for (const key of [
      `network ${network}`,
      ...(account === undefined ? [] : [`account ${account}`]),
    ]) {
      const { allowed, resetMs } = await takeFrom(limit, key)
      if (!allowed)
        throw new AppError(
          'too-many-requests',
          `Too many attempts. Try again in ${waitingTime(resetMs)}.`,
        )
    }
  }
}

function waitingTime(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
