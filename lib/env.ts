/**
 * The configuration. Only this file reads `process.env`. It is parsed on first use, so that a build
 * needs no configuration. `server/server.ts` parses it at startup, and exits if a variable is
 * missing or malformed.
 */
import { z } from 'zod'

const urlOf = (protocol: RegExp, name: string) => z.url({ protocol, error: `must be ${name}` })
const httpUrl = urlOf(/^https?$/, 'an http(s) URL')
const postgresUrl = urlOf(/^postgres(ql)?$/, 'a postgresql:// URL')

/** `http(s)://host[:port]` without a path, the form that browsers send as `Origin`. */
const origin = urlOf(/^https?$/, 'an http(s) URL, such as https://blog.example.org').transform(
  (text) => new URL(text).origin,
)

const list = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item))

/** Returns whether a time zone is known. Rejects offsets, because PostgreSQL inverts their sign. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const queryVariables = ['DATABASE_URL_POOLED', 'DATABASE_URL', 'POSTGRES_URL'] as const
const directVariables = [
  'DIRECT_DATABASE_URL',
  'DATABASE_URL_UNPOOLED',
  'POSTGRES_URL_NON_POOLING',
] as const
type DatabaseVariables = Partial<
  Record<(typeof queryVariables)[number] | (typeof directVariables)[number], string | undefined>
>

/**
 * Adds the CA of Supabase to URLs of its databases. It is not a public CA, and node-postgres
 * verifies certificates even for `sslmode=require`, which Supabase's variables contain.
 */
function withCertificateAuthority(databaseUrl: string | undefined): string | undefined {
  const url = databaseUrl === undefined ? undefined : new URL(databaseUrl)
  if (!url || !/\.supabase\.com?$/.test(url.hostname) || url.searchParams.has('sslrootcert'))
    return databaseUrl
  url.searchParams.set('sslrootcert', 'lib/db/supabase-root-2021-ca.crt')
  return url.href
}

/**
 * Selects the connection URLs from the variable names that providers use (Neon, Supabase, Prisma
 * Postgres, Vercel). `DIRECT_DATABASE_URL` is defined only if queries use a pooler; migrations then
 * need it.
 */
function chooseDatabaseUrls(given: DatabaseVariables) {
  const databaseVariable = queryVariables.find((name) => given[name]) ?? 'DATABASE_URL'
  const direct =
    directVariables.find((name) => given[name]) ??
    (databaseVariable === 'DATABASE_URL_POOLED' ? 'DATABASE_URL' : undefined)
  const directVariable = direct && given[direct] ? direct : undefined
  return {
    DATABASE_URL: withCertificateAuthority(given[databaseVariable]),
    DIRECT_DATABASE_URL: withCertificateAuthority(directVariable && given[directVariable]),
    /** The names of the variables that queries and migrations use, for messages. */
    databaseVariable,
    migrationVariable: directVariable ?? databaseVariable,
  }
}

const email = z.email('must be an e-mail address')

function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const error = `must be a whole number, ${min} or more`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, `must be at most ${max}`)
}

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    DATABASE_URL: postgresUrl.optional(),
    DATABASE_URL_POOLED: postgresUrl.optional(),
    POSTGRES_URL: postgresUrl.optional(),
    DIRECT_DATABASE_URL: postgresUrl.optional(),
    DATABASE_URL_UNPOOLED: postgresUrl.optional(),
    POSTGRES_URL_NON_POOLING: postgresUrl.optional(),
    DATABASE_REPLICA_URL: postgresUrl.optional(),
    PORT: wholeNumber(0, 65_535).default(3000),
    // An IPv6 address may be in brackets, as in a URL.
    HOST: z
      .string()
      .transform((host) => host.trim().replace(/^\[(.*)\]$/, '$1'))
      .optional(),
    SITE_URL: origin.optional(),
    UPSTASH_REDIS_REST_URL: httpUrl.optional(),
    UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
    KV_REST_API_URL: httpUrl.optional(),
    KV_REST_API_TOKEN: z.string().optional(),
    REDIS_URL: urlOf(/^rediss?$/, 'a redis:// or rediss:// URL').optional(),
    TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
    // Seconds for which your own CDN may serve a page without revalidation.
    SHARED_CACHE_SECONDS: wholeNumber(0).default(0),
    ALLOWED_ORIGINS: list(origin).default([]),
    LINK_PREVIEW_ALLOW_ORIGINS: list(origin).default([]),
    // The first secret signs and all verify, so that secrets can be rotated.
    AUTH_SECRET: list(
      z
        .string()
        .min(32, 'must have at least 32 characters: generate one with `openssl rand -base64 32`'),
    ).optional(),
    OWNER_EMAIL: email.optional(),
    OWNER_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
    COMMENT_MODERATION: z.enum(['open', 'all'], 'must be “open” or “all”').default('open'),
    // Number of comments within ten minutes from unknown networks that do not count as a flood yet.
    COMMENT_FLOOD_AFTER: wholeNumber(1, 100_000).default(30),
    AKISMET_KEY: z.string().optional(),
    AKISMET_URL: httpUrl.default('https://rest.akismet.com/1.1/comment-check'),
    SMTP_URL: urlOf(/^smtps?$/, 'an smtp:// or smtps:// URL').optional(),
    NOTIFY_EMAIL: email.optional(),
    MAIL_FROM: email.optional(),
    TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
      .default('UTC'),
    // Additional hosts whose pages posts may embed.
    IFRAME_HOSTS: list(
      z
        .string()
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be host names, such as www.example.org'),
    ).default([]),
    S3_ENDPOINT: httpUrl.optional(),
    S3_REGION: z.string().default('auto'),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_PUBLIC_URL: httpUrl.optional(),
    // Policies separate directives by semicolons and sources by spaces.
    CSP_REPORT_URI: httpUrl
      .regex(/^[^\s;,"]*$/, 'must not contain spaces, quotes, commas or semicolons')
      .optional(),
    CRON_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    ACCESS_LOG: z.enum(['on', 'off'], 'must be “on” or “off”').default('off'),
    VERCEL: z.string().optional(),
    VERCEL_ENV: z.enum(['production', 'preview', 'development']).optional(),
    VERCEL_PROJECT_PRODUCTION_URL: z.string().optional(),
    PREVIEW_DATA: z.literal('own', 'must be “own”').optional(),
  })
  .transform(({ KV_REST_API_URL, KV_REST_API_TOKEN, VERCEL, ...rest }) => ({
    ...rest,
    ...chooseDatabaseUrls(rest),
    DATABASE_REPLICA_URL: withCertificateAuthority(rest.DATABASE_REPLICA_URL),
    onVercel: VERCEL === '1',
    SITE_URL:
      rest.SITE_URL ??
      (rest.VERCEL_PROJECT_PRODUCTION_URL
        ? `https://${rest.VERCEL_PROJECT_PRODUCTION_URL}`
        : undefined),
    UPSTASH_REDIS_REST_URL: rest.UPSTASH_REDIS_REST_URL ?? KV_REST_API_URL,
    UPSTASH_REDIS_REST_TOKEN: rest.UPSTASH_REDIS_REST_TOKEN ?? KV_REST_API_TOKEN,
  }))
  .superRefine((value, context) => {
    const isSet = (given: unknown) => given !== undefined
    /** Reports missing variables that must be set together, or that another variable requires. */
    const requireAll = (
      needed: Record<string, unknown>,
      reason: string,
      isUsed = Object.values(needed).some(isSet),
    ) => {
      const missing = Object.keys(needed).filter((name) => isUsed && !isSet(needed[name]))
      for (const name of missing)
        context.addIssue({ code: 'custom', path: [name], message: `is missing, though ${reason}` })
    }
    const { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN, SITE_URL } = value
    requireAll(
      { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN },
      'the other UPSTASH_ variable is set',
    )
    // Mail servers refuse an e-mail without a sender, and its links need the blog's URL.
    const MAIL_FROM = value.MAIL_FROM ?? value.NOTIFY_EMAIL ?? value.OWNER_EMAIL
    requireAll({ SITE_URL, MAIL_FROM }, 'SMTP_URL is set', isSet(value.SMTP_URL))
    const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = value
    requireAll(
      { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY },
      'other S3_ variables are set',
    )
    // Akismet identifies a blog by its URL and refuses requests without one.
    requireAll({ SITE_URL }, 'AKISMET_KEY is set', isSet(value.AKISMET_KEY))
  })

/** The parsed configuration. */
export type Env = z.infer<typeof schema>

/** Thrown by `parseEnv`. Its message is one line that names each invalid variable and its error. */
export class InvalidEnv extends Error {
  override name = 'InvalidEnv'
}

/**
 * Returns whether a variable counts as absent. By default, Vercel gives preview deployments the
 * variables of production. They must not send mail or use data not declared as their own.
 */
const isIgnored = (name: string, given: Record<string, string | undefined>): boolean =>
  given.VERCEL_ENV === 'preview' &&
  (/^(?:SMTP_URL|AKISMET_KEY)$/.test(name) ||
    (!given.PREVIEW_DATA?.trim() && /DATABASE_|^POSTGRES_URL|REDIS|^KV_|^S3_/.test(name)))

/**
 * Parses environment variables. An empty value counts as absent, as in `.env.example`.
 * @throws InvalidEnv
 */
export function parseEnv(
  variables: Record<string, string | undefined>,
  required: (keyof Env)[] = [],
): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter(
      ([name, value]) => value?.trim() && !isIgnored(name, variables),
    ),
  )
  const parsed = schema.safeParse(given)
  const errors = parsed.success
    ? required
        .filter((name) => parsed.data[name] === undefined)
        .map(
          (name) =>
            `${name} is missing` +
            `${name === 'DATABASE_URL' ? ' (or DATABASE_URL_POOLED, or POSTGRES_URL)' : ''}`,
        )
    : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
  if (!parsed.success || errors.length > 0)
    throw new InvalidEnv(`Configuration: ${[...new Set(errors)].join('; ')}.`)
  return parsed.data
}

let parsed: Env | undefined

/** Returns the configuration of this process. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}

/** Reads the environment again on next use, for test files that share a process. */
export function forgetEnv(): void {
  parsed = undefined
}

/** Returns whether a standard variable configures OpenTelemetry, which reads it itself. */
export const isTelemetryConfigured = (): boolean =>
  Object.entries(process.env).some(([name, value]) => name.startsWith('OTEL_') && value)

/** Returns the origin of the blog for absolute URLs: `SITE_URL` or the local address. */
export function siteOrigin(): string {
  const { SITE_URL, PORT } = env()
  return SITE_URL ?? `http://localhost:${PORT}`
}
