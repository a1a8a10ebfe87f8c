/**
 * Returns functions that read and write JSON values in the local storage of a site. Storage may be
 * forbidden or full, so all callers must work without it.
 * @param prefix the beginning of all keys
 */
export const storedJson = <Stored extends object>(prefix: string) => ({
  read<Key extends keyof Stored & string>(key: Key): Stored[Key] | undefined {
    try {
      return JSON.parse(localStorage.getItem(prefix + key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  },
  /** Stores a value; undefined deletes it. */
  store<Key extends keyof Stored & string>(key: Key, value: Stored[Key] | undefined): void {
    try {
      if (value === undefined) localStorage.removeItem(prefix + key)
      else localStorage.setItem(prefix + key, JSON.stringify(value))
    } catch {
      // Private browsing may reject writes; readers enter the data again.
    }
  },
})
