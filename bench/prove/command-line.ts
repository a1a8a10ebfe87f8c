/**
 * Those of `known` that are asked for by their names, in their order; all where none is named.
 * @throws where a name is none of theirs: what was never looked at would be told as held
 */
export function chooseNamed<Named extends { name: string }>(known: readonly Named[], names: string[], kind: string): readonly Named[] {
  const unknown = names.filter((name) => !known.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new Error(`There is no ${kind} ${unknown.join(', ')}. There are: ${known.map(({ name }) => name).join(' ')}`)
  return names.length === 0 ? known : known.filter(({ name }) => names.includes(name))
}

/**
 * How often, as `--runs` says.
 * @throws where that is no whole number from one on: what never ran would be told as held
 */
export function readRuns(runs: string): number {
  if (!/^[1-9]\d{0,3}$/.test(runs)) throw new Error(`--runs takes a whole number from 1 to 9999, and not “${runs}”`)
  return Number(runs)
}
