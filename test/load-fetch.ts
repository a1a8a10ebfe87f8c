/**
 * Loads `fetch` before a test fakes the clock: Node loads it on first use, and it then keeps a
 * function of `performance` that fake timers lack.
 */
Reflect.get(globalThis, 'Response')

export {}
