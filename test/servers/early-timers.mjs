/** Preloaded before the server: one-minute timers run after a second. */
const { setTimeout: original } = globalThis
const minuteMs = 60_000

globalThis.setTimeout = Object.assign(
  (work, ms, ...rest) => original(work, ms === minuteMs ? 1_000 : ms, ...rest),
  original,
)
