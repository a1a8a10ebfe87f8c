/** Loaded before `server.ts`: what it schedules for a minute after its start begins at once. */
const { setTimeout: original } = globalThis
const firstMs = 60_000
Object.assign(globalThis, {
  setTimeout: Object.assign((work: () => void, ms?: number, ...rest: []) => original(work, ms === firstMs ? 0 : ms, ...rest), original),
})
