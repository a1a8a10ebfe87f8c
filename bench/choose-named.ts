/**
 * Those of `known` that are asked for by their names, in their order; all where none is named.
 * @throws where a name is none of theirs: what was never looked at would be told as held
 */
export function chooseNamed<Named extends { name: string }>(
  known: readonly Named[],
  names: string[],
  kind: string,
): readonly Named[] {
  const unknown = names.filter((name) => !known.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new Error(
      `There is no ${kind} ${unknown.join(', ')}. There are: ${known.map(({ name }) => name).join(' ')}`,
    )
  return names.length === 0 ? known : known.filter(({ name }) => names.includes(name))
}
