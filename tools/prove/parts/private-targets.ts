import { imageAddress } from '@/lib/link-previews/images/image-address'
import { parseUrl } from '@/lib/text/parse-url'
import {
  type ForbiddenTarget,
  hasIpv6,
  listenAsForbiddenTarget,
  noFreePort,
} from '@/test/link-previews/forbidden-target'
import { type HostileTargets, listHostileTargets } from '@/test/link-previews/hostile-targets'
import { type PageServer, servePages } from '@/test/link-previews/serve-pages'
import { usesDnsServer, withModules } from '@/test/with-module'
import { forEachConcurrently } from '@/tools/prove/load/for-each-concurrently'
import { type HttpResult, sendRequest } from '@/tools/prove/load/send-request'
import {
  publicAddress,
  type RebindingDns,
  serveRebindingNames,
} from '@/tools/prove/machines/dns-rebinding'
import { addAddress, refuseRoute } from '@/tools/prove/machines/loopback-address'
import { startPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

const concurrency = 16
const metadataAddress = '169.254.169.254'
const rebindingNames = 96

type Attempt = { url: string; status: number; code: RegExp }

const refusedAsWritten = { status: 400, code: /^invalid-(?:url|parameters)$/ }
const unreachable = { status: 500, code: /^target-unreachable$/ }

/**
 * Serves an exempt origin, like an intranet. It redirects to the `to` parameter of its address or
 * links to it.
 */
async function serveGateway(scene: Scene): Promise<PageServer> {
  const gateway = await servePages((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://a')
    const to = (searchParams.get('to') ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    if (pathname === '/sends')
      response.writeHead(302, { location: searchParams.get('to') ?? '' }).end()
    else
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>A page</title><link rel="manifest" href="${to}"><link ` +
            `type="application/json+oembed" href="${to}">`,
        )
  })
  scene.onEnd(gateway.close)
  return gateway
}

/** Lists every way to reach a target: directly, by redirects, by links in a page, and by DNS. */
function listAttempts(
  { written, disguised, named }: HostileTargets,
  gateway: PageServer,
  forbiddenPort: number,
): Attempt[] {
  const through = (path: string, to: string) =>
    `${gateway.origin}/${path}?to=${encodeURIComponent(to)}`
  const parsed = written.filter((url) => parseUrl(url) && !url.startsWith('data:'))
  const ofNames = [...named.keys()].flatMap((name) =>
    ['http', 'https'].map((scheme) => `${scheme}://${name}:${forbiddenPort}/`),
  )
  return [
    ...written.map((url) => ({ url, ...refusedAsWritten })),
    ...[...disguised, ...ofNames].map((url) => ({ url, ...unreachable })),
    ...[...parsed, ...ofNames].map((url) => ({
      url: through('sends', new URL(url).href),
      ...unreachable,
    })),
    ...ofNames.map((url) => ({
      url: through('sends', through('sends', through('sends', url))),
      ...unreachable,
    })),
    // The page itself may be read, but not the target of its links.
    ...[...parsed, ...ofNames].map((url) => ({
      url: through('points', new URL(url).href),
      status: 200,
      code: /^$/,
    })),
  ]
}

/** Returns the hosts that listen for forbidden connections, and the reasons for missing ones. */
async function listHosts(scene: Scene): Promise<{ hosts: string[]; missing: string[] }> {
  const reason = await addAddress(scene, metadataAddress)
  return {
    hosts: [
      '127.0.0.1',
      ...(hasIpv6 ? ['::1'] : []),
      ...(reason === undefined ? [metadataAddress] : []),
    ],
    missing: [
      ...(hasIpv6 ? [] : ['this machine has no IPv6, so ::1 was not tested']),
      ...(reason === undefined ? [] : [reason]),
    ],
  }
}

/** @throws if a connection to a target would not be detected */
async function checkDetection({ port, caught }: ForbiddenTarget, hosts: string[]): Promise<void> {
  for (const host of hosts)
    await sendRequest(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`)
  const missed = hosts.filter((host) => !caught.includes(host))
  if (missed.length > 0) throw new Error(`connections to ${missed.join(' and ')} are not detected`)
  caught.splice(0)
}

/** @param caught the addresses that received a connection */
export function expectNoConnections(findings: Findings, caught: readonly string[]): void {
  findings.expect(
    caught.length === 0,
    `${caught.length} connections to ${[...new Set(caught)].join(', ')}`,
  )
  findings.measure('connections', caught.length, '')
}

type Preview = (url: string) => Promise<HttpResult>
type Rebinding = { names: RebindingDns; gateway: PageServer; targetPort: number; preview: Preview }

/**
 * Requests pages of names that change between lookups. Skipped if the public address could be
 * contacted.
 * @returns the number of requests
 */
async function requestRebindingNames(
  scene: Scene,
  findings: Findings,
  { names, gateway, targetPort, preview }: Rebinding,
): Promise<number> {
  const escapes = refuseRoute(scene, publicAddress)
  if (escapes !== undefined) {
    findings.skip(`DNS rebinding was not tested: ${escapes}`)
    return 0
  }
  const hops = scene.choose(10_500, 150)
  const queriesBefore = names.questions.length
  await forEachConcurrently(Array(hops).keys(), concurrency, async (n) => {
    const url = `http://flip-${n % rebindingNames}.afterword-test.org:${targetPort}/${n}`
    const isRedirected = n % 8 === 0
    const response = await preview(
      isRedirected ? `${gateway.origin}/sends?to=${encodeURIComponent(url)}` : url,
    )
    const isRefused =
      response.status === 500 && /"target-(?:unreachable|too-slow)"/.test(response.text)
    findings.expect(isRefused, `${url} returned ${response.status} ${response.text}`)
    if (n > 0 && n % 1_000 === 0) scene.log(`${n} hops to rebinding names`)
  })
  const questions = names.questions.length - queriesBefore
  findings.expect(
    questions === hops * 2,
    `${hops} hops sent ${questions} DNS queries; a lookup has two (A and AAAA)`,
  )
  findings.expect(
    names.flips() >= scene.choose(10_000, 80),
    `only ${names.flips()} DNS responses changed`,
  )
  findings.measure('changed DNS responses', names.flips(), '', 'lower')
  findings.measure('lookups per hop', questions / 2 / hops, '')
  return hops
}

export const privateTargets: Part = {
  name: 'private-targets',
  inTests: 'app/api/og-metadata/hostile-targets.nightly.test.ts',
  promise:
    'no spelling, redirect, reference or name opens a connection to 127.0.0.1, ::1 or ' +
    '169.254.169.254, nor do DNS names that rebind 10,000 times; one lookup per hop',
  summary: 'no URL, redirect, reference or rebinding DNS name connects to a private address',
  async prove(scene) {
    const findings = new Findings()
    const { hosts, missing } = await listHosts(scene)
    for (const reason of missing) findings.skip(reason)
    const listener = await listenAsForbiddenTarget()
    if (!listener) {
      findings.skip(noFreePort)
      return findings
    }
    scene.onEnd(listener.close)
    await checkDetection(listener, hosts)
    const targets = listHostileTargets(listener.port)
    const names = await serveRebindingNames((name) => targets.named.get(name) ?? 'no such name')
    scene.onEnd(names.close)
    const gateway = await serveGateway(scene)
    const postgres = await startPostgres(scene)
    const server = await startServer(scene, postgres.url, {
      LINK_PREVIEW_ALLOW_ORIGINS: gateway.origin,
      ...withModules(usesDnsServer(names)),
    })
    const preview: Preview = (url) =>
      sendRequest(`${server.url}/api/og-metadata?url=${encodeURIComponent(url)}`)

    const attempts = scene.some(listAttempts(targets, gateway, listener.port), 5)
    await forEachConcurrently(attempts, concurrency, async ({ url, status, code }) => {
      const response = await preview(url)
      const actual = /"code":"([^"]*)"/.exec(response.text)?.[1] ?? ''
      findings.expect(
        response.status === status && code.test(actual),
        `${url} returned ${response.status} ${actual}`,
      )
    })
    scene.log(`${attempts.length} targets`)

    const named = [...targets.named.keys()].map((name) => `http://${name}:${listener.port}/`)
    // Excludes invalid URLs, because a page cannot name them as its image.
    const parsed = [...targets.written, ...named].filter((url) => parseUrl(url))
    const pictures = scene.some(parsed, 5)
    await forEachConcurrently(pictures, concurrency, async (url) => {
      const { status } = await sendRequest(server.url + imageAddress(url, 'card'))
      findings.expect(status === 404 || status === 400, `an image at ${url} returned ${status}`)
    })

    const hops = await requestRebindingNames(scene, findings, {
      names,
      gateway,
      targetPort: listener.port,
      preview,
    })
    expectNoConnections(findings, listener.caught)
    // The target must still detect connections at the end; otherwise the absence of any proves
    // nothing.
    await checkDetection(listener, hosts)
    findings.measure('monitored targets', hosts.length, '', 'lower')
    findings.count('invalidInputs', attempts.length + pictures.length + hops)
    findings.count('requests', attempts.length + pictures.length + hops)
    return findings
  },
}
