/**
 * `npm run doctor`: checks everything that the blog depends on, and explains how to fix problems.
 * It exits with 1 if a check fails.
 *
 * --mail <address> (sends a test e-mail)
 */
import { parseArgs } from 'node:util'
import { runChecks } from '@/lib/doctor/checks'
import { parseEnv } from '@/lib/env'
import { translator } from '@/lib/i18n/translator'
import { typedAddress } from '@/lib/mail/mail-address'
import { localSecrets, readRunning } from './data-directory'
import { loadEnvFile } from './load-env-file'
import { runMain } from './run-main'

/** Uses the database, the address and the secret of a running demo, if no database is set. */
function applyRunningDemo(): void {
  const { DATABASE_URL, SITE_URL, AUTH_SECRET } = parseEnv(process.env)
  const running = DATABASE_URL ? undefined : readRunning()
  if (running)
    Object.assign(process.env, {
      DATABASE_URL: running.databaseUrl,
      SITE_URL: SITE_URL ?? running.siteUrl,
      AUTH_SECRET: AUTH_SECRET?.join() ?? localSecrets().AUTH_SECRET,
    })
}

async function main(): Promise<void> {
  loadEnvFile()
  const { mail } = parseArgs({ options: { mail: { type: 'string' } } }).values
  if (mail !== undefined && !typedAddress.safeParse(mail).success)
    throw new Error('Specify an e-mail address: npm run doctor -- --mail you@example.org')
  applyRunningDemo()
  const findings = await runChecks({ mailTo: mail })
  const t = translator('doctor')
  for (const { name, state, text } of findings)
    console.log(`${t(`states.${state}`).padEnd(9)}${t(`names.${name}`).padEnd(13)}${text}`)
  // A check that timed out may still be waiting.
  process.exit(findings.some(({ state }) => state === 'error') ? 1 : 0)
}

await runMain('doctor', 'doctor', main, 6_000)
