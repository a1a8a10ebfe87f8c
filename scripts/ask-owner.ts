/**
 * What `npm run owner:create` has to be told: `--email` (or OWNER_EMAIL) and, if the password is not to be made for
 * one, OWNER_PASSWORD or `--password-stdin`. An address that is missing is asked for where somebody sits there.
 */

import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'

type Asked = { args: string[]; environment: { OWNER_PASSWORD?: string } }

export async function askOwner(given: string[], ownerEmail: string | undefined): Promise<Asked> {
  const args = given.filter((arg) => arg !== '--password-stdin')
  const environment =
    args.length < given.length
      ? { OWNER_PASSWORD: (await text(process.stdin)).replace(/\r?\n$/, '') }
      : {}
  const isNamed = ownerEmail !== undefined || args.some((arg) => /^--email(?:=|$)/.test(arg))
  if (isNamed || !process.stdin.isTTY) return { args, environment }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const email = await terminal.question('The owner’s e-mail address: ')
  terminal.close()
  return { args: ['--email', email.trim(), ...args], environment }
}
