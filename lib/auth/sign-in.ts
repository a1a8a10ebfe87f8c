import 'server-only'
import { isAPIError } from 'better-auth/api'
import { minimumDuration } from '@/lib/concurrency/minimum-duration'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { truncate } from '@/lib/text/truncate'
import { auth } from './better-auth'
import { sealStaffAddress, standInsOf } from './staff-address'

export type Credentials = { email: string; password: string }

/** How long it takes, at least: several times what a check of a password does, so that no clock tells who is known. */
const answerMsMin = 400

/**
 * Signs in with an address and a password, in a session that is new each time. An address that was sealed under an
 * older secret is sealed anew under the first.
 * @returns the session's token, for the cookie
 * @throws AppError `unauthorized`, the same for an unknown address and a wrong password, after the same time; DatabaseUnavailable
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
          client.$executeRaw`UPDATE staff SET email = ${address.email}, sealed_email = ${address.sealed} WHERE id = ${user.id}`,
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
    // Of the request's headers nothing but this: it would look for the client's address in the others.
    const headers = new Headers({ 'user-agent': truncate(userAgent, 400) })
    return await query(() => auth().api.signInEmail({ body: { email, password }, headers }))
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500)
      throw new AppError('unauthorized', 'This address and password do not belong together.')
    throw error
  }
}
