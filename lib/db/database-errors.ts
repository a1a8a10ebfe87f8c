import { AppError, DatabaseUnavailable, messageOf } from '@/lib/errors'

/**
 * Codes for a server that is down, closing, overloaded or misconfigured: those of Prisma
 * (https://www.prisma.io/docs/orm/reference/error-reference), of its driver adapter and of Node.
 */
const unavailableCode = new RegExp(
  `^(?:P1\\d{3}|P20(?:24|28|37)|${[
    'DatabaseNotReachable',
    'ConnectionClosed',
    'SocketTimeout',
    'TooManyConnections',
    'TlsConnectionError',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOENT',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    // `DatabaseUnavailable` of another bundle: Next.js loads one copy of the class per bundle.
    'database-unavailable',
  ].join('|')})$`,
)

const sqlState = /^(?!P\d{4}$)[0-9A-Z]{5}$/
/**
 * SQLSTATEs of the same kind: 08 connection, 28 authorization, 3D000 no such database, 53
 * resources, 57 operator intervention, 55P03 lock, 25006 read-only.
 */
const unavailableState = /^(?:08...|28...|3D000|53...|57...|55P03|25006)$/

/**
 * Codes of Node and OpenSSL for a rejected certificate
 * (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
 */
const tlsCode = new RegExp(
  '^(?:(?:ERR_TLS|ERR_SSL|ERROR_IN|UNABLE_TO|CERT|CRL|SELF_SIGNED|DEPTH_ZERO)_\\w+|' +
    'HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE))$',
)

/** Messages of node-postgres for connections that break, time out or are refused. */
const unavailableMessages = [
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout/i,
  /Client has encountered a connection error|server closed the connection/i,
  /does not support SSL|establishing an SSL connection|^SASL: /i,
]

/** Returns the codes and messages of an error and its causes, including those that Prisma nests. */
export function errorDetails(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return []
  const own = ['code', 'originalCode', 'kind', 'message', 'originalMessage', 'reason'].flatMap(
    (name): string[] => {
      const value: unknown = Reflect.get(error, name)
      return typeof value === 'string' ? [value] : []
    },
  )
  const causes = ['cause', 'meta', 'driverAdapterError'].map((name) => Reflect.get(error, name))
  return [...own, ...causes.flatMap((cause) => errorDetails(cause, depth + 1))]
}

/** Returns whether an error means an unavailable or misconfigured database, not a wrong query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AppError) return error instanceof DatabaseUnavailable
  const details = errorDetails(error)
  const has = (pattern: RegExp) => details.some((detail) => pattern.test(detail))
  return (
    [unavailableCode, unavailableState, tlsCode, /^permission denied for database/].some(has) ||
    // The message of a query that failed may contain any text.
    (!has(sqlState) && unavailableMessages.some(has))
  )
}

/** Advice for configuration errors by their codes and messages; the first match applies. */
const remedies: [errors: RegExp, remedy: string][] = [
  [
    /SSL required|\b(?:no encryption|SSL off)$/im,
    'the server accepts only encrypted connections: add sslmode=require to $',
  ],
  [/does not support SSL/i, 'the server does not support TLS: set sslmode=disable in $'],
  [
    new RegExp(`${tlsCode.source}|establishing an SSL connection|certificate`, 'm'),
    'the server’s TLS certificate is not accepted: set NODE_EXTRA_CA_CERTS to the file of its ' +
      'CA, or correct the host name or sslmode in $',
  ],
  [/^28...$|^SASL: /m, 'the server refused the user or password: correct them in $'],
  [
    /^3D000$|no such database/im,
    'the database does not exist: create it, or correct its name in $',
  ],
  [
    /permission denied for database/i,
    'the user may not connect to the database: grant CONNECT to the user that $ names',
  ],
  [
    /^(?:DatabaseNotReachable|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH)$/m,
    'no server answers at the address in $',
  ],
]

/**
 * Returns one line that describes a database error and, if the configuration is wrong, names the
 * setting to correct.
 * @param variable the name of the environment variable that holds the connection URL
 */
export function describeDatabaseError(error: unknown, variable: string): string {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const details = errorDetails(cause)
  // The innermost message comes from the database. Prisma adds lines before it.
  const innermost = details.findLast((detail) => detail.includes(' ')) ?? messageOf(cause)
  const last = innermost.trim().split('\n').at(-1) ?? ''
  // Prisma quotes the message of a raw query.
  const message = last.endsWith('`') ? (last.split('Message: `')[1]?.slice(0, -1) ?? last) : last
  const code =
    details.find((detail) => sqlState.test(detail) || tlsCode.test(detail)) ??
    details.findLast((detail) => /^\w+$/.test(detail))
  const description = code && !message.includes(code) ? `${message}, ${code}` : message
  const [, remedy] = remedies.find(([errors]) => errors.test(details.join('\n'))) ?? []
  return remedy ? `${remedy.replace('$', () => variable)} (${description})` : description
}

/** Returns a handler that rethrows database errors with that line as the message, for programs. */
export const explainDatabaseError = (variable: string) => (error: unknown) => {
  throw isDatabaseUnavailable(error)
    ? new Error(describeDatabaseError(error, variable), { cause: error })
    : error
}

/** Global, because Next.js bundles pages and routes separately. */
const shared = globalThis as typeof globalThis & {
  afterwordUnavailable?: { at: number; line: string; loggedAt: number }
}

/** Minimum time between two logs of the same line while the database stays unavailable. */
const repeatMs = 60_000

/** Logs a database error, at most once a minute unless the line changes, and records its time. */
export function reportDatabaseUnavailable(error: unknown, variable: string): void {
  const at = performance.now()
  const line = `database unavailable: ${describeDatabaseError(error, variable)}`
  const last = shared.afterwordUnavailable
  const kindOf = (text: string) => text.replace(/ \(.*$/s, '')
  const isNewError = !last || kindOf(last.line) !== kindOf(line) || at - last.loggedAt >= repeatMs
  if (isNewError) console.warn(line)
  shared.afterwordUnavailable = { at, line, loggedAt: isNewError ? at : last.loggedAt }
}

/** Returns whether the database was unavailable since `moment` (`performance.now()`). */
export function wasUnavailableSince(moment: number): boolean {
  return shared.afterwordUnavailable !== undefined && shared.afterwordUnavailable.at >= moment
}
