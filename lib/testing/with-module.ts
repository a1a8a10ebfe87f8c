/** Has a Node process load modules, given as text, before its own: in its environment, so that what it runs stays as it is. */
export function withModules(...modules: string[]): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: modules.map((code) => `--import=data:text/javascript,${encodeURIComponent(code)}`).join(' ') }
}

/** Asks a DNS server for addresses instead of the machine's, from the first question on. */
export function asksNames(names: { address: string }): string {
  return `import dns from 'node:dns'; dns.setServers(['${names.address}'])`
}

/** Leads the calls of a server's own timers nowhere: what is written meanwhile is written by who asks it. */
export const callsNoTimers = `
const { fetch } = globalThis
globalThis.fetch = (input, init) => (String(input).includes('/api/cron/') ? Promise.resolve(new Response(null, { status: 204 })) : fetch(input, init))`
