/** Preloaded before `server/server.ts`: timers of a minute run after a second. */
const { setTimeout: original } = globalThis
const minuteMs = 60_000

Object.assign(globalThis, {
  setTimeout: Object.assign(
    (work: () => void, ms?: number, ...rest: []) =>
      original(work, ms === minuteMs ? 1_000 : ms, ...rest),
    original,
  ),
})
