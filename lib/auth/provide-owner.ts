import 'server-only'
import { env } from '@/lib/env'
import { DatabaseUnavailable } from '@/lib/errors'
import { createOwner } from './create-owner'

const retryMs = 5_000

/**
 * Creates the owner from `OWNER_EMAIL` and `OWNER_PASSWORD` if there is none. A server starts
 * without its database, so this retries until the database is available.
 */
export async function provideOwner(): Promise<void> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env()
  if (!email || !password) return
  try {
    await createOwner({ email, password })
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    setTimeout(
      () => void provideOwner().catch((cause: unknown) => console.error(cause)),
      retryMs,
    ).unref()
  }
}
