import { format, inspect, stripVTControlCharacters } from 'node:util'
import { trace } from '@opentelemetry/api'
import pino from 'pino'
import { env } from '@/lib/env'
import { requestContexts } from './request-context'

/** The fields of every record, as far as they are known. */
function currentFields(): object {
  const context = requestContexts.getStore()
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return { requestId: context?.id, route: context?.route?.(), traceId }
}

/**
 * Splits the arguments of a console method into fields and a message. Plain objects become fields,
 * and an error becomes `err`.
 */
function recordOf(parts: unknown[]): [fields: { err?: Error }, message: string] {
  const err = parts.find((part) => part instanceof Error)
  const objects = parts.filter((part) => typeof part === 'object' && part !== err)
  const texts = parts.filter((part) => typeof part !== 'object')
  // Next.js puts a symbol before its messages.
  const message = stripVTControlCharacters(format(...texts)).replace(/^[⨯⚠▲✓○» ]+/, '')
  return [Object.assign({}, ...objects, err && { err }), message || (err?.message ?? '')]
}

function printForTerminals(line: string): void {
  const { time, level, msg, err, ...fields } = JSON.parse(line)
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`)
  const stack = err ? `\n${err.stack}` : ''
  process.stdout.write(`${time} ${level.padEnd(5)} ${msg}${details.join('')}${stack}\n`)
}

/**
 * Makes the console write one JSON record per call to standard output, or a readable line if that
 * is a terminal. The console is the interface, because Next.js logs through it, and because
 * command-line programs use the same features and print plain text. Database outages are skipped:
 * `reportDatabaseUnavailable` logs them once a minute, and Next.js would log every affected page.
 */
export function writeLogRecords(): void {
  const logger = pino(
    {
      level: env().LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      mixin: currentFields,
      // Only `inspect` translates positions in the bundles of Next.js to those in the sources.
      serializers: { err: (error: Error) => ({ type: error.name, stack: inspect(error) }) },
    },
    process.stdout.isTTY ? { write: printForTerminals } : process.stdout,
  )
  for (const level of ['error', 'warn', 'info', 'debug'] as const)
    console[level] = (...parts: unknown[]) => {
      const [fields, message] = recordOf(parts)
      if (fields.err?.name !== 'DatabaseUnavailable') logger[level](fields, message)
    }
  console.log = console.info
}
