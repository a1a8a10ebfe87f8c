/** Preloaded before the server: timers of a minute run after a second. */
const { setTimeout: original } = globalThis
const minuteMs = 60_000

globalThis.setTimeout = Object.assign(
  (work, ms, ...rest) => original(work, ms === minuteMs ? 1_000 : ms, ...rest),
  original,
)
