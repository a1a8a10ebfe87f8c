/** Has a Node process load modules, given as text, before its own: in its environment, so that what it runs stays as it is. */
export function withModules(...modules: string[]): { NODE_OPTIONS: string } {
  return {
    NODE_OPTIONS: modules
      .map((code) => `--import=data:text/javascript,${encodeURIComponent(code)}`)
      .join(' '),
  }
}

/** Asks a DNS server for addresses instead of the machine's, from the first question on. */
export function asksNames(names: { address: string }): string {
  return `import dns from 'node:dns'; dns.setServers(['${names.address}'])`
}

/** Has no route lead to an address that is somebody's: who connects to it is told so, and nothing is sent. */
export function hasNoRouteTo(address: string): string {
  return `import { Socket } from 'node:net'
const { connect } = Socket.prototype
Socket.prototype.connect = function (...given) {
  if (given.flat()[0]?.host !== '${address}') return connect.apply(this, given)
  process.nextTick(() => this.destroy(Object.assign(new Error('connect ENETUNREACH ${address}'), { code: 'ENETUNREACH' })))
  return this
}`
}

/** Leads the calls of a server's own timers nowhere: what is written meanwhile is written by who asks it. */
export const callsNoTimers = `
const { fetch } = globalThis
globalThis.fetch = (input, init) => (String(input).includes('/api/cron/') ? Promise.resolve(new Response(null, { status: 204 })) : fetch(input, init))`
