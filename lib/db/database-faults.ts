import { DatabaseUnavailable } from '@/lib/errors'

/**
 * Error codes that mean the server is down, closing, overloaded or misconfigured: Prisma's codes
 * (https://www.prisma.io/docs/orm/reference/error-reference), the kinds of its driver adapter, and
 * Node's codes.
 */
const unavailableCodes = new Set([
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  ...[
    'ConnectionFailed',
    'DatabaseUnresponsive',
    'DatabaseNotReachable',
    'ConnectionClosed',
    'SocketTimeout',
    'TooManyConnections',
  ],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOENT',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
  ],
])

const sqlState = /^[0-9A-Z]{5}$/
/**
 * SQLSTATEs of the same kind: 08 connection, 28 authorization, 3D000 no such database, 53
 * resources, 57 operator intervention, 55P03 lock, 25006 read-only.
 */
const unavailableState = /^(?:08...|28...|3D000|53...|57...|55P03|25006)$/

/** Codes of Node and OpenSSL for a certificate that is not accepted. */
const tlsCode =
  /^ERR_(?:TLS|SSL)_|CERT|HOSTNAME_MISMATCH|^UNABLE_TO_|^CRL_|^INVALID_(?:CA|PURPOSE)$/
const tlsMessage = /does not support SSL|establishing an SSL connection|certificate/i

/** Messages of node-postgres for connections that break, time out or are refused. */
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|server closed the connection|does not support SSL|establishing an SSL connection|^SASL: /i

type Signs = { codes: string[]; messages: string[] }

/**
 * Returns the codes and messages of an error and its causes, including the fields in which Prisma
 * and its adapter keep them.
 */
export function signsOf(error: unknown, depth = 0): Signs {
  if (typeof error !== 'object' || error === null || depth > 5) return { codes: [], messages: [] }
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? [value] : []
  }
  const inner = ['cause', 'meta', 'driverAdapterError'].map((name) =>
    signsOf(Reflect.get(error, name), depth + 1),
  )
  return {
    codes: [
      ...text('code'),
      ...text('originalCode'),
      ...text('kind'),
      ...inner.flatMap(({ codes }) => codes),
    ],
    messages: [
      ...text('message'),
      ...text('originalMessage'),
      ...inner.flatMap(({ messages }) => messages),
    ],
  }
}

/**
 * Returns whether an error means that the database is unavailable or misconfigured, rather than
 * that a query is wrong.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const { codes, messages } = signsOf(error)
  if (
    codes.some(
      (code) => unavailableCodes.has(code) || unavailableState.test(code) || tlsCode.test(code),
    )
  )
    return true
  if (messages.some((message) => message.startsWith('permission denied for database'))) return true
  return (
    !codes.some((code) => sqlState.test(code) && !/^P\d{4}$/.test(code)) &&
    messages.some((message) => unavailableMessage.test(message))
  )
}

/** Advice for configuration faults; the first match applies. */
const remedies: { matches: (signs: Signs) => boolean; remedy: (variable: string) => string }[] = [
  {
    matches: ({ messages }) =>
      messages.some(
        (message) =>
          /SSL required/i.test(message) ||
          (/no pg_hba\.conf entry/i.test(message) && /no encryption/i.test(message)),
      ),
    remedy: (variable) =>
      `the server accepts only encrypted connections: add sslmode=require to ${variable}`,
  },
  {
    matches: ({ messages }) => messages.some((message) => /does not support SSL/i.test(message)),
    remedy: (variable) => `the server does not support TLS: set sslmode=disable in ${variable}`,
  },
  {
    matches: ({ codes, messages }) =>
      codes.some((code) => tlsCode.test(code)) ||
      messages.some((message) => tlsMessage.test(message)),
    remedy: (variable) =>
      'the server’s TLS certificate is not accepted: set NODE_EXTRA_CA_CERTS to the file of ' +
      `its CA, or correct the host name or sslmode in ${variable}`,
  },
  {
    matches: ({ codes, messages }) =>
      codes.some((code) => /^28...$/.test(code)) ||
      messages.some((message) => message.startsWith('SASL: ')),
    remedy: (variable) => `the server refused the user or password: correct them in ${variable}`,
  },
  {
    matches: ({ codes, messages }) =>
      codes.includes('3D000') || messages.some((message) => /no such database/i.test(message)),
    remedy: (variable) =>
      `the database does not exist: create it, or correct its name in ${variable}`,
  },
  {
    matches: ({ messages }) =>
      messages.some((message) => /permission denied for database/i.test(message)),
    remedy: (variable) =>
      `the user may not connect to the database: grant CONNECT to the user that ${variable} names`,
  },
  {
    matches: ({ codes }) => codes.some((code) => /^(?:ENOTFOUND|EAI_AGAIN)$/.test(code)),
    remedy: (variable) => `the server’s host name cannot be resolved: check ${variable}`,
  },
  {
    matches: ({ codes }) => codes.some((code) => /^(?:ECONNREFUSED|EHOSTUNREACH)$/.test(code)),
    remedy: (variable) => `no server answers at the address in ${variable}`,
  },
]

/**
 * Returns one line that describes a database fault and, if the configuration is wrong, names the
 * setting to correct.
 * @param variable the name of the environment variable that holds the connection URL
 */
export function describeDatabaseFault(error: unknown, variable: string): string {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const signs = signsOf(cause)
  const message = cause instanceof Error ? cause.message.trim().split('\n').at(-1) : String(cause)
  const code =
    signs.codes.find(
      (each) => (sqlState.test(each) && !/^P\d{4}$/.test(each)) || tlsCode.test(each),
    ) ?? signs.codes.at(-1)
  const said = [message, ...(code && !message?.includes(code) ? [code] : [])]
    .filter((part) => part !== '')
    .join(', ')
  const found = remedies.find(({ matches }) => matches(signs))
  return found ? `${found.remedy(variable)} (${said})` : said
}

/**
 * Makes a `catch` handler for command-line programs, which rethrows database faults with that line
 * as the message.
 */
export const explainDatabaseFault = (variable: string) => (error: unknown) => {
  throw isDatabaseUnavailable(error)
    ? new Error(describeDatabaseFault(error, variable), { cause: error })
    : error
}

/** Global, because Next bundles the code that renders pages separately from the routes. */
const shared = globalThis as typeof globalThis & {
  afterwordUnavailable?: { at: number; line: string; loggedAt: number }
}

/** Minimum time between two logs of the same line while the database stays unavailable. */
const repeatMs = 60_000

/** Logs a database fault, at most once a minute unless the line changes, and records its time. */
export function reportDatabaseUnavailable(error: unknown, variable: string): void {
  const at = performance.now()
  const line = `database unavailable: ${describeDatabaseFault(error, variable)}`
  const last = shared.afterwordUnavailable
  const isNews = last?.line !== line || at - last.loggedAt >= repeatMs
  if (isNews) console.warn(line)
  shared.afterwordUnavailable = { at, line, loggedAt: isNews ? at : last.loggedAt }
}

/** Returns whether the database was unavailable since `moment` (`performance.now()`). */
export function wasUnavailableSince(moment: number): boolean {
  return shared.afterwordUnavailable !== undefined && shared.afterwordUnavailable.at >= moment
}
