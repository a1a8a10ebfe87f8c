type Translator = { has(key: string): boolean }

/**
 * Returns whether a code, such as one from a URL, is a key of the messages. Ignores keys that every
 * object has, such as `constructor`.
 */
export function hasText<T extends Translator>(
  t: T,
  code: string,
): code is string & Parameters<T['has']>[0] {
  return !(code in {}) && t.has(code)
}
