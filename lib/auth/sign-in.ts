import 'server-only'
import { isAPIError } from 'better-auth/api'
import { minimumDuration } from '@/lib/concurrency/minimum-duration'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { truncate } from '@/lib/text/truncate'
import { auth } from './better-auth'
import { sealStaffAddress, standInsOf } from './staff-address'

export type Credentials = { email: string; password: string }

/**
 * Minimum duration in milliseconds: several times that of a password check, so that timing does not
 * reveal known addresses.
 */
const answerMsMin = 400

/**
 * Signs in with an address and a password, and creates a new session. An address that was encrypted
 * with an older secret is encrypted again with the first.
 * @returns the session's token, for the cookie
 * @throws AppError `unauthorized`, identical in content and timing for an unknown address and a
 * wrong password; DatabaseUnavailable
 */
export async function signIn(
  { email, password }: Credentials,
  userAgent: string,
): Promise<{ token: string }> {
  return minimumDuration(answerMsMin, async () => {
    const known = await findStandIn(email)
    const { token, user } = await openSession(known ?? standInsOf(email)[0], password, userAgent)
    const address = sealStaffAddress(email)
    if (user.email !== address.email) {
      await query(
        (client) =>
          client.$executeRaw`UPDATE staff SET email = ${address.email},
            sealed_email = ${address.sealed} WHERE id = ${user.id}`,
      )
    }
    return { token }
  })
}

async function findStandIn(email: string): Promise<string | undefined> {
  const [row] = await query(
    (client) =>
      client.$queryRaw<
        { email: string }[]
      >`SELECT email FROM staff WHERE email = ANY(${standInsOf(email)})`,
  )
  return row?.email
}

async function openSession(email: string, password: string, userAgent: string) {
  try {
    // Pass only this header: Better Auth would look for the client's address in the others.
    const headers = new Headers({ 'user-agent': truncate(userAgent, 400) })
    return await query(() => auth().api.signInEmail({ body: { email, password }, headers }))
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500)
      throw new AppError('unauthorized', 'This address and password do not belong together.')
    throw error
  }
}
