/**
 * Returns the items of `known` with the given names, in the order of `known`; all of them if
 * `names` is empty.
 * @throws if a name is unknown, because an item that never ran would otherwise count as passed
 */
export function selectByName<Named extends { name: string }>(
  known: readonly Named[],
  names: string[],
  kind: string,
): readonly Named[] {
  const unknown = names.filter((name) => !known.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new Error(
      `Unknown ${kind}: ${unknown.join(', ')}. Known names: ` +
        `${known.map(({ name }) => name).join(' ')}`,
    )
  return names.length === 0 ? known : known.filter(({ name }) => names.includes(name))
}
