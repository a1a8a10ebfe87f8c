/**
 * Collects the input of `npm run owner:create`: --email (or OWNER_EMAIL) and, unless a password is
 * to be generated, OWNER_PASSWORD or `--password-stdin`. It asks for a missing address if the
 * terminal is interactive.
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
