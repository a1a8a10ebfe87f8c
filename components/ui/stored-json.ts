/**
 * JSON values in the local storage of a site. Storage may be forbidden or full; such values last
 * as long as the page.
 */

/** The JSON text of values that could not be stored. */
const unstored = new Map<string, string>()

/** Returns a value as it was stored; undefined without one. */
export function readJson<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(unstored.get(name) ?? localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value; undefined deletes it. */
export function storeJson(name: string, value: unknown): void {
  const json = JSON.stringify(value ?? null)
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, json)
    unstored.delete(name)
  } catch {
    unstored.set(name, json)
  }
}
