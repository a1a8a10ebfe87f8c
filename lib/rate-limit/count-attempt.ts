import 'server-only'
import { headers } from 'next/headers'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { clientAddress } from '@/lib/security/client-address'
import type { Limit } from './limiter'
import { takeFrom } from './rate-limit'

/**
 * Counts a sign-in or link attempt in each of the limits, by client network and, if given, by
 * account. Account keys are stored as keyed hashes.
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
          errorText('tooManyAttempts', { minutes: Math.max(1, Math.ceil(resetMs / 60_000)) }),
        )
    }
  }
}
