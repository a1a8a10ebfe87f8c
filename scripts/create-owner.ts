/**
 * Creates the owner, or changes the address and password of the existing one, ends their sessions
 * and turns off their second factor. `npm run owner:create` runs this once the database is
 * available. If no password is given, it generates one and prints it once.
 *
 * --email <address>  --name <public name>  --if-none (do not change an existing owner)
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createOwner, resetOwner } from '@/lib/auth/create-owner'
import { newPassword } from '@/lib/auth/password'
import { waitLongerForQueries } from '@/lib/db/client'
import { env } from '@/lib/env'
import { messageOf } from '@/lib/errors'
import { typedAddress } from '@/lib/mail/mail-address'

const usage =
  'npm run owner:create -- --email you@example.org [--name "Your name"] ' +
  '[--if-none] [--password-stdin]'

/** Generates a random password that is easy to copy or type: 96 bits, in groups of four digits. */
const makePassword = () =>
  randomBytes(12)
    .toString('hex')
    .replace(/.{4}(?!$)/g, '$&-')

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      'if-none': { type: 'boolean', default: false },
    },
  })
  waitLongerForQueries()
  const { OWNER_EMAIL, OWNER_PASSWORD } = env()
  const email = typedAddress.safeParse(values.email ?? OWNER_EMAIL)
  if (!email.success)
    throw new Error('Specify the owner’s address: npm run owner:create -- --email you@example.org')
  const name = values.name?.trim() || undefined
  if (name && name.length > 80) throw new Error('A name has at most 80 characters.')
  const password = newPassword.safeParse(OWNER_PASSWORD ?? makePassword())
  if (!password.success) throw new Error('OWNER_PASSWORD must have 12 to 200 characters.')
  const owner = { email: email.data, password: password.data, name }
  if (values['if-none']) {
    if (!(await createOwner(owner))) return
  } else {
    console.log(
      (await resetOwner(owner))
        ? 'The owner has been created.'
        : 'The owner’s address and password have been changed. All sessions have ended, and ' +
            'two-factor authentication is off.',
    )
  }
  if (!OWNER_PASSWORD) console.log(`Password (shown only once): ${password.data}`)
}

try {
  await main()
} catch (error) {
  console.error(messageOf(error))
  // `parseArgs` rejects options with a TypeError.
  if (error instanceof TypeError) console.error(usage)
  process.exitCode = 1
}
