import { parseArgs } from 'node:util'

/** The output of `--help`, also shown for invalid arguments. */
export const usage = `npm run prove           runs the mutants, then every part (hours)
npm run prove -- NAME…  runs the named parts
  --list         lists the parts
  --short        runs a smaller form once (minutes), without the parts that a test covers
  --runs N       sets the number of runs of each part (default: 5; growth: 1)
  --report FILE  writes the results as JSON after each part
  --record       records the results in docs/reliability.md
  --tables       only rewrites the tables of that page, for example after rewording a promise
  --built        uses the existing build; by default, a copy of the checkout is built first
  --mutants      checks that the suite detects the mutants: all, or the named ones
`

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
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
  if (parsed.values.record && parsed.values.built)
    throw new Error('--record builds the commit that it records. Omit --built')
  return parsed
}

/**
 * Parses the value of `--runs`.
 * @throws if it is not an integer from 1 to 9999, because a part that never ran would count as
 * passed
 */
export function readRuns(runs: string): number {
  if (!/^[1-9]\d{0,3}$/.test(runs))
    throw new Error(`--runs takes an integer from 1 to 9999, not “${runs}”`)
  return Number(runs)
}
