import 'server-only'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { betterAuth } from 'better-auth/minimal'
import { secrets } from '@/lib/crypto/sign'
import { db } from '@/lib/db/client'
import { env } from '@/lib/env'
import { passwordCharactersMax, passwordCharactersMin } from './password-rule'
import { sessionSeconds } from './session-lifetime'

/**
 * Better Auth's core, on our tables. It checks passwords and makes sessions; it answers no request of its own: its
 * handler is not mounted, so that nothing can be asked of it but what the functions of this folder ask.
 */
function createAuth() {
  return betterAuth({
    baseURL: env().SITE_URL ?? `http://localhost:${env().PORT}`,
    secret: secrets()[0] ?? '',
    database: prismaAdapter(db(), { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordCharactersMin,
      maxPasswordLength: passwordCharactersMax,
    },
    user: {
      modelName: 'staff',
      additionalFields: {
        sealedEmail: { type: 'string', required: false, input: false, returned: false },
        role: { type: 'string', required: false, input: false },
      },
    },
    session: {
      modelName: 'staffSession',
      fields: { userId: 'staffId' },
      expiresIn: sessionSeconds,
    },
    account: { modelName: 'staffAccount', fields: { userId: 'staffId' } },
    verification: { modelName: 'staffVerification' },
    databaseHooks: {
      // Without an address it would write an empty one.
      session: {
        create: { before: async (session) => ({ data: { ...session, ipAddress: null } }) },
      },
    },
    advanced: { ipAddress: { disableIpTracking: true } },
    // It would log each wrong password; what is worth a line is written by who calls it.
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}

const shared = globalThis as typeof globalThis & { afterwordAuth?: ReturnType<typeof createAuth> }

export function auth(): ReturnType<typeof createAuth> {
  shared.afterwordAuth ??= createAuth()
  return shared.afterwordAuth
}
