import 'server-only'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { betterAuth } from 'better-auth/minimal'
import { secrets } from '@/lib/crypto/sign'
import { db } from '@/lib/db/client'
import { env } from '@/lib/env'
import { passwordCharactersMax, passwordCharactersMin } from './password-rule'
import { sessionSeconds } from './session-lifetime'

/**
 * Creates Better Auth's core on our tables. It checks passwords and makes sessions. Its request
 * handler is not mounted, so that only the functions of this folder can use it.
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
      // Without this, Better Auth stores an empty address.
      session: {
        create: { before: async (session) => ({ data: { ...session, ipAddress: null } }) },
      },
    },
    advanced: { ipAddress: { disableIpTracking: true } },
    // Its logger would log every wrong password; callers log what matters.
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}

const shared = globalThis as typeof globalThis & { afterwordAuth?: ReturnType<typeof createAuth> }

export function auth(): ReturnType<typeof createAuth> {
  shared.afterwordAuth ??= createAuth()
  return shared.afterwordAuth
}
