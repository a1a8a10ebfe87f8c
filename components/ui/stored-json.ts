/**
 * JSON values in the local storage of a site. Storage may be forbidden or full, so all callers must
 * work without it.
 */

/** Returns a value as it was stored; undefined without one. */
export function readJson<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value; undefined deletes it. */
export function storeJson(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Private browsing may reject writes; readers enter the data again.
  }
}
