import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { InvalidEnv, parseEnv } from './env'

test('has sensible defaults', () => {
  expect(parseEnv({})).toMatchObject({
    PORT: 3000,
    TRUSTED_PROXY_HOPS: 0,
    ALLOWED_ORIGINS: [],
    COMMENT_MODERATION: 'open',
    onVercel: false,
  })
})

test('treats an empty value as absent', () => {
  expect(parseEnv({ DATABASE_URL: '', SITE_URL: ' ', UPSTASH_REDIS_REST_URL: '' })).toEqual(
    parseEnv({}),
  )
})

test.each([
  [{ DATABASE_URL: 'a' }, 'DATABASE_URL', 'DATABASE_URL'],
  [{ DATABASE_URL: 'a', DIRECT_DATABASE_URL: 'b' }, 'DATABASE_URL', 'DIRECT_DATABASE_URL'],
  [
    {
      DATABASE_URL: 'a',
      DATABASE_URL_UNPOOLED: 'b',
      POSTGRES_URL: 'c',
      POSTGRES_URL_NON_POOLING: 'd',
    },
    'DATABASE_URL',
    'DATABASE_URL_UNPOOLED',
  ],
  [
    { POSTGRES_URL: 'a', POSTGRES_URL_NON_POOLING: 'b' },
    'POSTGRES_URL',
    'POSTGRES_URL_NON_POOLING',
  ],
  [{ POSTGRES_URL: 'a' }, 'POSTGRES_URL', 'POSTGRES_URL'],
  [{ DATABASE_URL_POOLED: 'a', DATABASE_URL: 'b' }, 'DATABASE_URL_POOLED', 'DATABASE_URL'],
  [
    { DATABASE_URL_POOLED: 'a', DATABASE_URL: 'b', DIRECT_DATABASE_URL: 'c' },
    'DATABASE_URL_POOLED',
    'DIRECT_DATABASE_URL',
  ],
  [{ DATABASE_URL: 'a', DATABASE_URL_UNPOOLED: ' ' }, 'DATABASE_URL', 'DATABASE_URL'],
])('of %o, queries use %s and migrations %s', (names, forQueries, forMigrations) => {
  const given: Record<string, string> = Object.fromEntries(
    Object.entries(names).map(([name, host]) => [
      name,
      host.trim() && `postgresql://${host}.example/blog`,
    ]),
  )
  const { DATABASE_URL, DIRECT_DATABASE_URL, databaseVariable, migrationVariable } = parseEnv(given)
  expect([databaseVariable, migrationVariable]).toEqual([forQueries, forMigrations])
  expect(DATABASE_URL).toBe(given[forQueries])
  // Only a second URL indicates a pooler.
  expect(DIRECT_DATABASE_URL).toBe(forMigrations === forQueries ? undefined : given[forMigrations])
})

/** The variables that Vercel's integrations set, apart from parts of these addresses. */
const providers = {
  Neon: {
    DATABASE_URL:
      'postgresql://u:p@ep-x-pooler.eu-central-1.aws.neon.tech/neondb?sslmode=require&channel_binding=require',
    DATABASE_URL_UNPOOLED:
      'postgresql://u:p@ep-x.eu-central-1.aws.neon.tech/neondb?sslmode=require',
    POSTGRES_URL: 'postgresql://u:p@ep-x-pooler.eu-central-1.aws.neon.tech/neondb?sslmode=require',
    POSTGRES_URL_NON_POOLING: 'postgresql://u:p@ep-x.eu-central-1.aws.neon.tech/neondb',
    POSTGRES_PRISMA_URL: 'postgresql://u:p@ep-x-pooler.neon.tech/neondb?pgbouncer=true',
    POSTGRES_URL_NO_SSL: 'postgresql://u:p@ep-x-pooler.eu-central-1.aws.neon.tech/neondb',
  },
  Supabase: {
    POSTGRES_URL:
      'postgres://postgres.x:p@aws-0-eu-central-1.pooler.supabase.com:6543/postgres?sslmode=require&supa=base-pooler.x',
    POSTGRES_PRISMA_URL:
      'postgres://postgres.x:p@aws-0-eu-central-1.pooler.supabase.com:6543/postgres?pgbouncer=true',
    POSTGRES_URL_NON_POOLING:
      'postgres://postgres.x:p@aws-0-eu-central-1.pooler.supabase.com:5432/postgres?sslmode=require',
    SUPABASE_URL: 'https://x.supabase.co',
  },
  'Prisma Postgres': {
    DATABASE_URL: 'postgres://u:p@db.prisma.io:5432/postgres?sslmode=require',
    DATABASE_URL_POOLED: 'postgres://u:p@pooled.db.prisma.io:5432/postgres?sslmode=require',
    PRISMA_DATABASE_URL: 'prisma+postgres://accelerate.prisma-data.net/?api_key=x',
  },
}

test.each([
  ['Neon', 'ep-x-pooler.eu-central-1.aws.neon.tech', 'ep-x.eu-central-1.aws.neon.tech'],
  [
    'Supabase',
    'aws-0-eu-central-1.pooler.supabase.com:6543',
    'aws-0-eu-central-1.pooler.supabase.com:5432',
  ],
  ['Prisma Postgres', 'pooled.db.prisma.io:5432', 'db.prisma.io:5432'],
] as const)(
  'with the variables of %s, queries use %s and migrations %s',
  (name, pooler, server) => {
    const { DATABASE_URL = '', DIRECT_DATABASE_URL = '' } = parseEnv(providers[name])
    expect([DATABASE_URL, DIRECT_DATABASE_URL].map((url) => new URL(url).host)).toEqual([
      pooler,
      server,
    ])
  },
)

test('connections to Supabase are verified with its own CA, others with public ones', () => {
  const tls = z.strictObject({ ca: z.string().optional() })
  const authoritiesFor = (url: string) => {
    const { DATABASE_URL: connectionString } = parseEnv({ DATABASE_URL: url })
    return tls.parse(new pg.Client({ connectionString }).ssl).ca
  }
  for (const url of [
    providers.Supabase.POSTGRES_URL,
    'postgresql://u:p@db.x.supabase.co/postgres',
  ]) {
    const { subject, fingerprint256 } = new X509Certificate(String(authoritiesFor(url)))
    expect(subject).toContain('CN=Supabase Root 2021 CA')
    // The fingerprint of the certificate that Supabase publishes.
    expect(fingerprint256).toBe(
      '80:70:25:AD:50:D4:ED:21:9D:2C:9C:7D:29:9C:00:4F:82:4E:B0:0C:F7:F6:5A:FE:F6:07:D0:7B:72:E6:CA:FA',
    )
  }
  expect(authoritiesFor(providers.Neon.DATABASE_URL)).toBeUndefined()
  const own = `${providers.Supabase.POSTGRES_URL}&sslrootcert=docs/deploy.md`
  expect(authoritiesFor(own)).toContain('# Deploying')
})

test('a preview ignores data that is not declared as its own, and sends nothing', () => {
  const production = {
    ...Object.assign({}, ...Object.values(providers)),
    KV_REST_API_URL: 'https://a.example',
    KV_REST_API_TOKEN: 'x',
    REDIS_URL: 'redis://a',
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'y',
    SMTP_URL: 'smtp://a.example',
    OWNER_EMAIL: 'a@example.org',
    AKISMET_KEY: 'x',
    SITE_URL: 'https://blog.example.org',
    DATABASE_REPLICA_URL: 'postgresql://replica.example/blog',
  }
  const databases = ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const
  const data = [...databases, 'UPSTASH_REDIS_REST_URL', 'REDIS_URL', 'S3_BUCKET'] as const
  const senders = ['SMTP_URL', 'AKISMET_KEY'] as const
  const usedBy = (more: Record<string, string>) => {
    const parsed = parseEnv({ ...production, ...more })
    return [...data, ...senders].filter((name) => parsed[name] !== undefined)
  }
  expect(usedBy({ VERCEL_ENV: 'production' })).toEqual([...data, ...senders])
  expect(usedBy({ VERCEL_ENV: 'preview' })).toEqual([])
  expect(usedBy({ VERCEL_ENV: 'preview', PREVIEW_DATA: 'own' })).toEqual(data)
  expect(() => usedBy({ PREVIEW_DATA: 'production' })).toThrow('PREVIEW_DATA must be “own”')
})

test('an error names the provider’s variable', () => {
  expect(() => parseEnv({ POSTGRES_URL: 'mysql://a' })).toThrow(
    'POSTGRES_URL must be a postgresql:// URL',
  )
  expect(() => parseEnv({}, ['DATABASE_URL'])).toThrow(
    'DATABASE_URL is missing (or DATABASE_URL_POOLED, or POSTGRES_URL)',
  )
})

test('accepts an IPv6 address in brackets', () => {
  expect([parseEnv({ HOST: '[::1]' }).HOST, parseEnv({ HOST: '::1' }).HOST]).toEqual(['::1', '::1'])
})

test('reduces URLs to origins', () => {
  const { SITE_URL, ALLOWED_ORIGINS } = parseEnv({
    SITE_URL: 'https://Blog.Example.org/path',
    ALLOWED_ORIGINS: 'https://a.example:443/, http://b.example:8080',
  })
  expect(SITE_URL).toBe('https://blog.example.org')
  expect(ALLOWED_ORIGINS).toEqual(['https://a.example', 'http://b.example:8080'])
})

test('accepts the variable names of Vercel’s Redis integrations', () => {
  const parsed = parseEnv({ KV_REST_API_URL: 'https://a.example', KV_REST_API_TOKEN: 'x' })
  expect(parsed).toMatchObject({
    UPSTASH_REDIS_REST_URL: 'https://a.example',
    UPSTASH_REDIS_REST_TOKEN: 'x',
  })
})

test('mail requires a sender and the blog’s URL', () => {
  const SMTP_URL = 'smtps://user:password@mail.example.org'
  expect(() => parseEnv({ SMTP_URL })).toThrow(
    /^(?=.*SITE_URL is missing)(?=.*MAIL_FROM is missing)(?!.*password)/,
  )
  const SITE_URL = 'https://blog.example.org'
  for (const name of ['MAIL_FROM', 'NOTIFY_EMAIL', 'OWNER_EMAIL']) {
    expect(parseEnv({ SMTP_URL, SITE_URL, [name]: 'a@example.org' })).toMatchObject({ SMTP_URL })
  }
})

test('a bucket requires all its settings', () => {
  expect(() => parseEnv({ S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'x' })).toThrow(
    'S3_BUCKET is missing, though other S3_ variables are set; S3_SECRET_ACCESS_KEY is missing',
  )
  const whole = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'y',
  }
  expect(parseEnv(whole)).toMatchObject({ ...whole, S3_REGION: 'auto' })
})

test('allows frames by host name', () => {
  expect(parseEnv({ IFRAME_HOSTS: 'www.example.org, maps.example' }).IFRAME_HOSTS).toEqual([
    'www.example.org',
    'maps.example',
  ])
  expect(() => parseEnv({ IFRAME_HOSTS: 'https://www.example.org' })).toThrow(
    'IFRAME_HOSTS must be host names',
  )
})

test('Akismet requires the blog’s URL', () => {
  expect(() => parseEnv({ AKISMET_KEY: 'x' })).toThrow(
    /SITE_URL is missing, though AKISMET_KEY is set/,
  )
  expect(parseEnv({ AKISMET_KEY: 'x', SITE_URL: 'https://blog.example.org' })).toMatchObject({
    AKISMET_KEY: 'x',
  })
})

test('on Vercel, the site is the production deployment', () => {
  expect(parseEnv({ VERCEL: '1', VERCEL_PROJECT_PRODUCTION_URL: 'blog.vercel.app' })).toMatchObject(
    {
      onVercel: true,
      SITE_URL: 'https://blog.vercel.app',
    },
  )
})

test('reports all errors in one line by name, without values', () => {
  const parse = () =>
    parseEnv(
      { DATABASE_URL: 'mysql://root:hunter2@host/db', PORT: 'x', OWNER_PASSWORD: 'hunter2' },
      ['AUTH_SECRET'],
    )
  expect(parse).toThrow(InvalidEnv)
  expect(parse).toThrow(
    /^Configuration: (?=.*DATABASE_URL)(?=.*PORT)(?=.*OWNER_PASSWORD)(?!.*hunter2)[^\n]*$/,
  )
})

test('.env.example lists all variables and no others', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(
    ([, name]) => name,
  )
  const read = [
    ...readFileSync('lib/env.ts', 'utf8').matchAll(/^ {4}([A-Z0-9_]+): (?!rest\.)/gm),
  ].map(([, name]) => name)
  const platforms = ['NODE_ENV', 'VERCEL', 'VERCEL_ENV', 'VERCEL_PROJECT_PRODUCTION_URL']
  expect(named.toSorted()).toEqual(
    [...new Set(read)].filter((name = '') => !platforms.includes(name)).toSorted(),
  )
})
