/**
 * Makes a Node process load modules, given as text, before its own. It uses the environment, so
 * that the program stays unchanged.
 */
export function withModules(...modules: string[]): { NODE_OPTIONS: string } {
  return {
    NODE_OPTIONS: modules
      .map((code) => `--import=data:text/javascript,${encodeURIComponent(code)}`)
      .join(' '),
  }
}

/** Uses the given DNS server instead of the machine's, from the first query on. */
export function usesDnsServer(names: { address: string }): string {
  return `import dns from 'node:dns'; dns.setServers(['${names.address}'])`
}

/** Makes an assigned address unreachable: connecting fails without sending anything. */
export function hasNoRouteTo(address: string): string {
  return `import { Socket } from 'node:net'
const { connect } = Socket.prototype
Socket.prototype.connect = function (...args) {
  if (args.flat()[0]?.host !== '${address}') return connect.apply(this, args)
  const error = Object.assign(new Error('connect ENETUNREACH ${address}'), { code: 'ENETUNREACH' })
  process.nextTick(() => this.destroy(error))
  return this
}`
}

/** Disables the server's own timers, so that only the requests of the test write. */
export const callsNoTimers = `
const { fetch } = globalThis
globalThis.fetch = (input, init) =>
  String(input).includes('/api/cron/')
    ? Promise.resolve(new Response(null, { status: 204 }))
    : fetch(input, init)`
