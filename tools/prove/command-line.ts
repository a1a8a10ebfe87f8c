import { parseArgs } from 'node:util'

/** The output of `--help`, also shown for invalid arguments. */
export const usage = [
  'npm run prove                        whether the proof can fail, then everything, each ' +
    'part five times but growth, which is one (hours)',
  'npm run prove -- --list              what there is',
  'npm run prove -- postgres-kill       one part; several by their names',
  'npm run prove -- --short             once and small (minutes), without those parts that ' +
    'a test holds in small',
  'npm run prove -- --runs 1            how often',
  'npm run prove -- --report FILE       what was measured, as JSON, after each part',
  'npm run prove -- --record            and into docs/reliability.md',
  'npm run prove -- --tables            only rewrites the tables of that page from the ' +
    'record, for example after a promise was reworded',
  'npm run prove -- --built             of the build that is here; else of a copy of the ' +
    'checkout, which is built first',
  'npm run prove -- --mutants           whether the proof can fail; some by their names',
  '',
].join('\n')

/**
 * Parses the command line.
 * @throws with the usage if the arguments are invalid, or if `--record` is used with a build of
 * unknown commit
 */
export function readArguments(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const options = {
    help: flag,
    list: flag,
    short: flag,
    record: flag,
    built: flag,
    mutants: flag,
    tables: flag,
    runs: text,
    report: text,
  }
  let given: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>
  try {
    given = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
  if (given.values.record && given.values.built)
    throw new Error('--record builds what it names: leave --built away')
  return given
}

/**
 * Parses the value of `--runs`.
 * @throws if it is not an integer from 1 to 9999, because a part that never ran would count as
 * passed
 */
export function readRuns(runs: string): number {
  if (!/^[1-9]\d{0,3}$/.test(runs))
    throw new Error(`--runs takes a whole number from 1 to 9999, and not “${runs}”`)
  return Number(runs)
}
