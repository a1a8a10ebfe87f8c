import 'server-only'
import { randomUUID } from 'node:crypto'
import { readdir, statfs } from 'node:fs/promises'
import { createClient } from '@redis/client'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { TimedOut, withTimeout } from '@/lib/concurrency/with-timeout'
import { signedToken } from '@/lib/crypto/sign'
import { queryRows } from '@/lib/db/client'
import { describeDatabaseError } from '@/lib/db/database-errors'
import {
  appliedMigrations,
  type ConnectionFacts,
  inspectConnection,
} from '@/lib/db/inspect-connection'
import { env } from '@/lib/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Translate, translator } from '@/lib/i18n/translator'
import { bucket, requestBucket } from '@/lib/images/store'
import { checkMailServer, deliverMail } from '@/lib/mail/deliver-mail'
import { htmlBody, textBody } from '@/lib/mail/mail-body'
import { mailSettings } from '@/lib/mail/mail-settings'
import { redisAt } from '@/lib/rate-limit/redis'
import { getBlog } from '@/lib/settings/get-blog'
import { dayMs } from '@/lib/text/day'
import { lastTimerRuns, timerName } from '@/lib/timers/timer-runs'
import { timers } from '@/lib/timers/timers'

/** The result of a check, with advice. */
type Outcome = { state: 'ok' | 'warning' | 'error'; text: string }
export type Finding = Outcome & { name: Name }

/** The problems that a check found, and the text to show if there are none. */
type Result = { ok: string; problems?: (Outcome | false)[] }
type Options = {
  /** The address that receives a test e-mail. Without it, the check only signs in. */
  mailTo?: string | undefined
}
type Context = Options & { connection: Promise<ConnectionFacts> }

const t = (key: Parameters<Translate<'doctor'>>[0], values?: Record<string, string | number>) =>
  translator('doctor')(key, values)
const warning = (text: string): Outcome => ({ state: 'warning', text })
const failure = (text: string): Outcome => ({ state: 'error', text })

/** Limit of a check in milliseconds. Some mail servers greet only after six seconds. */
const limitMs = 8_000

async function checkNode(): Promise<Result> {
  const version = process.versions.node
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  return {
    ok: version,
    problems: [
      !isSupported && failure(t('node.unsupported', { version })),
      major === 20 && warning(t('node.old', { version })),
    ],
  }
}

async function checkDatabase({ connection }: Context): Promise<Result> {
  const { DATABASE_URL, DIRECT_DATABASE_URL, DATABASE_REPLICA_URL } = env()
  const { databaseVariable: variable, migrationVariable } = env()
  const { version, isEncrypted, address, ...own } = await connection
  const inspect = (url: string | undefined, name: string) =>
    url === undefined
      ? own
      : inspectConnection(url).catch((error: unknown) => describeDatabaseError(error, name))
  const direct = await inspect(DIRECT_DATABASE_URL, migrationVariable)
  const replica = await inspect(DATABASE_REPLICA_URL, 'DATABASE_REPLICA_URL')
  const isPublic = address !== undefined && ipaddr.process(address).range() === 'unicast'
  const isUnverified = isPublic && isEncrypted && DATABASE_URL?.includes('sslmode=no-verify')
  return {
    ok: t('database.ok', { version, isEncrypted: String(isEncrypted) }),
    problems: [
      isPublic && !isEncrypted && failure(t('database.unencrypted', { variable })),
      isUnverified === true && warning(t('database.unverified', { variable })),
      typeof direct === 'string'
        ? failure(direct)
        : direct.poolsTransactions &&
          failure(t('database.pooler', { variable: migrationVariable })),
      typeof replica === 'string' && warning(replica),
    ],
  }
}

async function checkSchema(): Promise<Result> {
  // The commands and the server run in the project's directory. On Vercel, the build has migrated.
  const entries = env().onVercel ? [] : await readdir('prisma/migrations', { withFileTypes: true })
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const applied = await appliedMigrations((sql) => queryRows(Prisma.raw(sql)))
  if (!applied) return { ok: '', problems: [failure(t('schema.missing', { count: names.length }))] }
  const { timeZone } = await getBlog()
  const [setting] = await queryRows<
    { zone: string } & Record<'hasTrigrams' | 'foldsCase' | 'knowsZone', boolean>
  >`
    SELECT current_setting('TimeZone') AS zone, lower('É') = 'é' AS "foldsCase",
      EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigrams",
      EXISTS (SELECT FROM pg_timezone_names WHERE name = ${timeZone}) AS "knowsZone"`
  const count = names.filter((name) => !applied.has(name)).length
  return {
    ok: t('schema.ok'),
    problems: [
      count > 0 && failure(t('schema.missing', { count })),
      setting?.hasTrigrams === false && failure(t('schema.extension')),
      setting?.foldsCase === false && failure(t('schema.locale')),
      setting?.zone !== 'UTC' && failure(t('schema.sessionZone', { zone: setting?.zone ?? '' })),
      setting?.knowsZone === false && failure(t('schema.zone', { zone: timeZone })),
    ],
  }
}

/** Finds transactions that block others for seconds, or `VACUUM` for minutes. */
async function checkLocks(): Promise<Result> {
  const sessions = await queryRows<{ pid: number; seconds: number; blocked: number }>`
    SELECT pid, floor(extract(epoch FROM now() - xact_start))::int AS seconds,
      (SELECT count(*)::int FROM pg_stat_activity AS waiting
        WHERE waiting.wait_event_type = 'Lock'
          AND activity.pid = ANY (pg_blocking_pids(waiting.pid))) AS blocked
      FROM pg_stat_activity AS activity
     WHERE datname = current_database() AND backend_type = 'client backend'
       AND pid <> pg_backend_pid() AND xact_start < now() - interval '5 seconds'
     ORDER BY xact_start`
  return {
    ok: t('locks.ok'),
    problems: sessions
      .filter(({ seconds, blocked }) => blocked > 0 || seconds > 600)
      .map((session) => warning(t('locks.long', session))),
  }
}

async function checkRedis(): Promise<Result> {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env()
  if (url && token) await redisAt({ url, token }).ping()
  if (!REDIS_URL) return { ok: t(url ? 'redis.limits' : 'redis.none') }
  const socket = { connectTimeout: 2_000, reconnectStrategy: false } as const
  const client = createClient({ url: REDIS_URL, socket })
  // `connect` rejects with the same error.
  client.on('error', () => {})
  await client.connect()
  const info = await client.info().finally(() => client.destroy())
  const lines = info.split('\r\n').map((line) => line.split(':'))
  const infoOf = (name: string) => lines.find(([key]) => key === name)?.[1] ?? ''
  const version = infoOf('redis_version')
  const policy = infoOf('maxmemory_policy')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return {
    ok: t('redis.ok', { version }),
    problems: [
      (major < 6 || (major === 6 && minor < 2)) && failure(t('redis.old', { version })),
      policy.startsWith('allkeys-') && warning(t('redis.policy', { policy })),
    ],
  }
}

async function checkMail({ mailTo }: Context): Promise<Result> {
  const settings = mailSettings()
  if (!settings)
    return { ok: t('mail.none'), problems: [mailTo !== undefined && failure(t('mail.unset'))] }
  if (mailTo === undefined) return mailResult(await checkMailServer(settings.smtpUrl), t('mail.ok'))
  const { name: blogName } = await getBlog()
  const subject = t('mail.subject', { blog: blogName })
  const blocks = [{ text: t('mail.text', { url: settings.origin }) }]
  const mail = {
    to: [mailTo],
    subject,
    text: textBody(blocks),
    html: htmlBody(subject, blocks),
    messageId: `<${randomUUID()}@${new URL(settings.origin).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  return mailResult(await deliverMail(mail, { ...settings, blogName }), t('mail.sent', { mailTo }))
}

const mailResult = (failed: { reason: string } | undefined, ok: string): Result => ({
  ok,
  problems: [failed !== undefined && failure(t('mail.failed', { reason: failed.reason }))],
})

/** Writes, reads and deletes an object below `uploads/`, which a lifecycle rule empties. */
async function checkImages(): Promise<Result> {
  if (!bucket()) return { ok: t('images.database') }
  const request = (init: RequestInit) =>
    requestBucket(key, { ...init, signal: AbortSignal.timeout(limitMs / 4) })
  const key = `uploads/doctor-${randomUUID()}`
  const put = await request({ method: 'PUT', body: key })
  const text = await (await request({})).text()
  await request({ method: 'DELETE' })
  return { ok: t('images.ok'), problems: [!(put.ok && text === key) && failure(t('images.lost'))] }
}

/** A documentation address (RFC 5737), which no client has. */
const forged = '192.0.2.1'

const seenRequest = z.object({
  forwarded_for: z.array(z.string()),
  protocol: z.string(),
  host: z.string(),
})

/** Sends a request to this blog through `SITE_URL`, with a forged `X-Forwarded-For`. */
const requestThroughProxy = (origin: string): Promise<Response> =>
  fetch(`${origin}/api/health/request`, {
    headers: {
      Authorization: `Bearer ${signedToken('doctor', 'request')}`,
      'X-Forwarded-For': forged,
    },
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(limitMs - 1_000),
  })

/** Checks that the blog sees the address, the scheme and the host of clients. */
async function checkProxy(): Promise<Result> {
  const { SITE_URL, TRUSTED_PROXY_HOPS: trusted, onVercel } = env()
  if (!SITE_URL) return { ok: '', problems: [warning(t('proxy.unset'))] }
  const response = await requestThroughProxy(SITE_URL)
  if (!response.ok) {
    const location = response.headers.get('location') ?? 'none'
    return {
      ok: '',
      problems: [failure(t('proxy.refused', { status: response.status, location }))],
    }
  }
  const { forwarded_for: addresses, protocol, host } = seenRequest.parse(await response.json())
  // Each proxy appends an address, and the server appends the socket's address. Some proxies drop
  // the forged address.
  const hops = addresses.length - 2 - addresses.lastIndexOf(forged)
  const site = new URL(SITE_URL)
  return {
    ok: t('proxy.ok', { hops }),
    problems: [
      !onVercel && hops !== trusted && failure(t('proxy.hops', { hops, trusted })),
      host !== site.host && failure(t('proxy.host', { host, siteHost: site.host })),
      `${protocol}:` !== site.protocol && warning(t('proxy.protocol', { protocol })),
    ],
  }
}

/** Milliseconds by which a timer may be late: a server may be stopped for an upgrade. */
const lateMs = 10 * 60_000

async function checkTimers(): Promise<Result> {
  const runs = await lastTimerRuns()
  const late = timers.flatMap(({ path, everyMs }) => {
    const name = timerName(path)
    const everyOrDaily = env().onVercel ? dayMs : everyMs
    const since = Date.now() - (runs[name]?.getTime() ?? Date.now())
    return since > 2 * everyOrDaily + lateMs ? [name] : []
  })
  return {
    ok: t('timers.ok'),
    problems: [
      late.length > 0 && failure(t('timers.late', { names: late.join(', ') })),
      Object.values(runs).every((run) => run === null) && warning(t('timers.never')),
    ],
  }
}

const warningMegabytes = 1_000
const errorMegabytes = 100

async function checkDisk(): Promise<Result> {
  if (env().onVercel) return { ok: t('disk.none') }
  const { bavail, bsize } = await statfs('.')
  const megabytes = Math.floor((bavail * bsize) / 1e6)
  const report = megabytes < errorMegabytes ? failure : warning
  return {
    ok: t('disk.ok', { megabytes }),
    problems: [megabytes < warningMegabytes && report(t('disk.low', { megabytes }))],
  }
}

/** Seconds by which clocks may differ. Codes for signing in are valid for 30 s. */
const warningSeconds = 5
const errorSeconds = 30

/** Compares the clock with that of the database and of `SITE_URL`, if they respond. */
async function checkClock(): Promise<Result> {
  const { SITE_URL } = env()
  const clocks: (() => Promise<Date | string | null | undefined>)[] = [
    async () => (await queryRows<{ now: Date }>`SELECT clock_timestamp() AS now`)[0]?.now,
    async () => SITE_URL && (await requestThroughProxy(SITE_URL)).headers.get('date'),
  ]
  const offsets = clocks.map(async (read) => {
    const startedAt = Date.now()
    const now = await read()
    return now ? [Math.abs(new Date(now).getTime() - (startedAt + Date.now()) / 2) / 1_000] : []
  })
  const measured = (await Promise.allSettled(offsets)).flatMap((offset) =>
    offset.status === 'fulfilled' ? offset.value : [],
  )
  const seconds = Math.round(Math.max(0, ...measured))
  const report = seconds > errorSeconds ? failure : warning
  return {
    ok: t(measured.length > 0 ? 'clock.ok' : 'clock.unknown'),
    problems: [seconds > warningSeconds && report(t('clock.differs', { seconds }))],
  }
}

const checks = [
  ['node', checkNode],
  ['database', checkDatabase],
  ['schema', checkSchema],
  ['locks', checkLocks],
  ['timers', checkTimers],
  ['redis', checkRedis],
  ['mail', checkMail],
  ['images', checkImages],
  ['proxy', checkProxy],
  ['clock', checkClock],
  ['disk', checkDisk],
] as const
type Name = (typeof checks)[number][0]

/** Returns the variable with the address of the server that a check connects to. */
function variableOf(name: Name): string {
  const { databaseVariable, UPSTASH_REDIS_REST_URL } = env()
  const redis = UPSTASH_REDIS_REST_URL ? 'UPSTASH_REDIS_REST_URL' : 'REDIS_URL'
  const others: Partial<Record<Name, string>> = { redis, images: 'S3_ENDPOINT', proxy: 'SITE_URL' }
  return others[name] ?? databaseVariable
}

async function findingsOf(name: Name, result: Promise<Result>): Promise<Finding[]> {
  try {
    const { ok, problems = [] } = await withTimeout(result, limitMs)
    const found = problems.filter((problem) => problem !== false)
    const outcomes: Outcome[] = found.length > 0 ? found : [{ state: 'ok', text: ok }]
    return outcomes.map((outcome) => ({ name, ...outcome }))
  } catch (error) {
    const text =
      error instanceof TimedOut
        ? t('slow', { seconds: limitMs / 1_000 })
        : // The advice on addresses and certificates applies to any server.
          describeDatabaseError(error, variableOf(name))
    return [{ name, state: 'error', text }]
  }
}

/**
 * Checks everything that the blog depends on. Takes at most 12 s.
 * @returns the findings, in the current language
 * @throws InvalidEnv
 */
export async function runChecks(options: Options = {}): Promise<Finding[]> {
  const { DATABASE_URL } = env()
  const connection = DATABASE_URL
    ? inspectConnection(DATABASE_URL)
    : Promise.reject(new Error(t('database.unset')))
  const isConnected = connection.then(
    () => true,
    () => false,
  )
  const ofDatabase: readonly Name[] = ['schema', 'locks', 'timers']
  const results = checks.map(async ([name, check]) => {
    // Without the database, these checks would repeat its error.
    if (ofDatabase.includes(name) && !(await isConnected)) return []
    return findingsOf(name, check({ ...options, connection }))
  })
  return (await Promise.all(results)).flat()
}
