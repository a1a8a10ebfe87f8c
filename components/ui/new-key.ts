/** Returns an idempotency key. `randomUUID` requires a secure context. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
