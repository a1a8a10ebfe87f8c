import type { Size } from './scene'

/**
 * A replacement in a source file. Whitespace in `find` matches any whitespace, so that formatting
 * does not break it.
 */
export type Edit = { file: string; find: string; replace: string }

/**
 * A fault added to a copy of the checkout on purpose, and the failures that the parts must report.
 */
export type Mutant = {
  name: string
  /** A description of the fault. */
  what: string
  edits: Edit[]
  /**
   * The parts that must fail, each with a pattern for the broken promise. A part that fails for
   * another reason has not detected the mutant.
   */
  caughtBy: Record<string, RegExp>
  size?: Size
}

/** Matches the failure for acknowledged writes that are missing. */
const loses = /^[1-9]\d* of \d+ acknowledged writes are lost$/

export const mutants: Mutant[] = [
  {
    name: 'limiter-timeout-allows',
    what: 'a limiter that gets no response from Redis allows the request',
    edits: [
      {
        file: 'lib/rate-limit/limiter.ts',
        find: 'if (!result) {',
        replace:
          'if (!result) return { allowed: true, remaining: limit.quota, resetMs: 0 }\n' +
          '    if (!result) {',
      },
    ],
    caughtBy: {
      'redis-unavailable': /^\d+ (?:reads|writes) were allowed within a minute \(limit: \d+\) /,
    },
  },
  {
    name: 'responds-before-commit',
    what: 'comments and views return 201 half a second before `COMMIT` is sent',
    edits: [
      {
        file: 'lib/db/client.ts',
        find: 'export function violates(',
        replace: `export function queryAndCommitLater<T>(
  work: (client: Pick<PrismaClient, '$queryRaw'>) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const committed = query((client) =>
      client.$transaction(async (transaction) => {
        resolve(await work(transaction))
        await new Promise((sent) => setTimeout(sent, 500))
      }),
    )
    committed.catch(reject)
  })
}

export function violates(`,
      },
      {
        file: 'lib/comments/writing/add-comment.ts',
        find: 'const [outcome] = await query(',
        replace: `const { queryAndCommitLater } = await import('@/lib/db/client')
  const [outcome] = await queryAndCommitLater(`,
      },
      {
        file: 'lib/views/count-views.ts',
        find: 'const rows = await query(',
        replace: `const { queryAndCommitLater } = await import('@/lib/db/client')
  const rows = await queryAndCommitLater(`,
      },
    ],
    caughtBy: {
      'postgres-kill': loses,
      'hot-post': loses,
      'server-kill': loses,
      'disk-full': loses,
    },
  },
  {
    name: 'ignores-remote-invalidations',
    what: 'a process ignores page invalidations of other processes',
    edits: [
      {
        file: 'server/server.ts',
        find: 'redisUrl: dev ? undefined : REDIS_URL',
        replace: 'redisUrl: undefined',
      },
    ],
    caughtBy: {
      'three-servers':
        /^(?:while processes died|on the replica), [1-9]\d* of \d+ next pages were outdated: /,
    },
  },
  {
    name: 'migration-without-lock-timeout',
    what: 'a migration waits for its lock without a time limit',
    edits: [{ file: 'scripts/schema-engine.ts', find: 'lock_timeout: lockTimeout,', replace: '' }],
    caughtBy: { 'migrations-in-use': /^failed responses during the migrations: \[\[/ },
    // Only the full size holds the lock longer than the three seconds that requests wait.
    size: 'full',
  },
  {
    name: 'unchecked-ip-literals',
    what: 'IP addresses in URLs are not checked; host names are',
    edits: [
      {
        file: 'lib/link-previews/fetch/connect-publicly.ts',
        find: `const addresses =
          isIP(hostname) === 0 ? await lookup(hostname, signal) : [hostname]`,
        replace: `if (isIP(hostname) !== 0) return [hostname]
  const addresses = await lookup(hostname, signal)`,
      },
      {
        file: 'lib/link-previews/fetch/public-address.ts',
        find: ': isPublicAddress(host)',
        replace: ': isPublicAddress(host) || true',
      },
    ],
    caughtBy: { 'private-targets': /^[1-9]\d* connections to / },
  },
  {
    name: 'full-page-parse',
    what: 'an untrusted page is parsed into a full tree',
    edits: [
      {
        file: 'lib/link-previews/extract/read-declared.ts',
        find: 'load(reader.flat.html)',
        replace: 'load(page)',
      },
    ],
    caughtBy: {
      'hostile-pages':
        / returned 500 "code":"target-too-slow"$| took \d+ ms$|^p99 of other requests was \d+ ms /,
    },
    // Parsing runs in a worker thread with a deadline, so the fault only causes timeouts, which
    // only the full size enforces.
    size: 'full',
  },
  {
    name: 'session-checked-only-in-proxy',
    what: 'everyone who passes `proxy.ts` is treated as the owner',
    edits: [
      {
        file: 'lib/http/session/signed-in.ts',
        find: 'return token === undefined ? undefined : findSession(token)',
        replace: `const actor = token === undefined ? undefined : await findSession(token)
  if (actor) return actor
  const { actorOf } = await import('@/lib/auth/actor')
  const { db } = await import('@/lib/db/client')
  const owner = await db().staff.findFirst({ where: { role: 'owner' } })
  return owner
    ? actorOf({ staffId: owner.id, sessionId: '', name: owner.name, role: owner.role })
    : undefined`,
      },
      {
        file: 'lib/http/session/signed-in.ts',
        find: `return headers.get('cookie')?.includes(\`\${sessionCookieName()}=\`)
          ? signedIn() : undefined`,
        replace: 'return signedIn()',
      },
      {
        file: 'proxy.ts',
        find: 'export async function proxy(request: NextRequest): Promise<Response> {',
        replace: `export async function proxy(request: NextRequest): Promise<Response> {
  const { findSession } = await import('@/lib/auth/session')
  const { sessionCookieName, tokenOf } = await import('@/lib/http/session/session-cookie')
  const token = tokenOf(request.cookies.get(sessionCookieName())?.value ?? '')
  const { pathname, origin } = request.nextUrl
  const isOpen = !/^\\/admin(?!\\/(?:sign-in|forgotten|reset))/.test(pathname)
  if (!isOpen && !(token && (await findSession(token)))) {
    if (request.method !== 'GET')
      return NextResponse.json({ code: 'unauthorized' }, { status: 401 })
    const next = encodeURIComponent(pathname)
    return NextResponse.redirect(\`\${origin}/admin/sign-in?next=\${next}\`, 307)
  }`,
      },
    ],
    caughtBy: {
      'owner-only':
        /: unauthorized requests changed | disclosed text that only the owner may read$/,
    },
  },
  {
    name: 'idempotency-keys-not-stored',
    what: 'idempotency keys are not stored, so each retry creates a comment',
    edits: [
      {
        file: 'lib/comments/writing/add-comment.ts',
        find: '} = await screenAndInsert(input, commenter, key?.text, bodyHash)',
        replace: '} = await screenAndInsert(input, commenter, undefined, bodyHash)',
      },
    ],
    caughtBy: {
      'retried-keys': /^\d+ keys created \d+ comments, too many$/,
      'dump-restore': /^retrying a key from before the dump returned \d+ /,
    },
  },
  {
    name: 'connection-exhaustion-as-500',
    what: 'exhausted database connections are reported as a bug (500)',
    edits: [
      { file: 'lib/db/database-errors.ts', find: 'P20(?:24|28|37)', replace: 'P20(?:24|28)' },
      { file: 'lib/db/database-errors.ts', find: ", 'TooManyConnections'", replace: '' },
      { file: 'lib/db/database-errors.ts', find: '|53...|', replace: '|' },
    ],
    caughtBy: { 'connections-exhausted': /^unexpected response statuses: (?:\d+, )*500/ },
  },
  {
    name: 'no-request-timeout',
    what: 'requests may take any time to arrive',
    edits: [
      { file: 'server/server.ts', find: 'headersTimeout: 10_000', replace: 'headersTimeout: 0' },
      { file: 'server/server.ts', find: 'requestTimeout: 21_000', replace: 'requestTimeout: 0' },
    ],
    caughtBy: {
      'slow-sockets': /^no connection with slow (?:request line|headers) was closed$/,
    },
  },
  {
    name: 'wrong-response-type',
    what: 'the view count is returned as a string',
    edits: [
      {
        file: 'app/api/views/route.ts',
        find: 'await getViews(query.slug)',
        replace: 'String(await getViews(query.slug))',
      },
    ],
    caughtBy: { 'random-requests': /^GET \/api\/views 200 does not match openapi\.yaml#/ },
  },
  {
    name: 'unchecked-origin',
    what: 'a page of any origin may write to the pages of a site',
    edits: [
      {
        file: 'lib/http/permit-write.ts',
        find: 'if (origin !== undefined && site.origins.includes(origin)) return',
        replace: 'if (origin !== undefined) return',
      },
    ],
    caughtBy: { sites: /^[1-9]\d* of \d+ spoofed writes are stored, / },
  },
  {
    name: 'no-query-timeout',
    what: 'queries wait two minutes for an unresponsive database',
    edits: [
      {
        file: 'lib/db/client.ts',
        find: 'queryMs: 3_000, transactionMs: 5_000',
        replace: 'queryMs: 120_000, transactionMs: 120_000',
      },
      {
        file: 'lib/db/client.ts',
        find: 'const silentMs = 1_000',
        replace: 'const silentMs = 1_000_000',
      },
    ],
    caughtBy: {
      'postgres-freeze': /^the slowest response took \d+ ms$/,
      'bad-network': /^the slowest response took \d+ ms$/,
    },
    // Limits on response times are enforced only in the full size.
    size: 'full',
  },
]
