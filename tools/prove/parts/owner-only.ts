import { callsNoTimers, withModules } from '@/test/with-module'
import { forkWithDatabase } from '@/tools/prove/machines/fork-with-database'
import { nextMessage } from '@/tools/prove/machines/next-message'
import { startPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import { ownSite } from '@/tools/prove/requests/authorized-requests'
import {
  type UnauthorizedResults,
  unauthorizedResults,
} from '@/tools/prove/requests/unauthorized-results'
import type { Scene } from '@/tools/prove/scene'

/** The program takes about five minutes in full on an idle machine and reports only at the end. */
const resultLimitMs = 3_600_000

function sendUnauthorizedRequests(
  scene: Scene,
  url: string,
  databaseUrl: string,
): Promise<UnauthorizedResults> {
  const child = forkWithDatabase(
    scene,
    'tools/prove/requests/send-unauthorized-requests.ts',
    [url, String(scene.choose(0, 6))],
    databaseUrl,
  )
  return nextMessage(
    child,
    'the process that sends unauthorized requests',
    unauthorizedResults,
    resultLimitMs,
  )
}

export const ownerOnly: Part = {
  name: 'owner-only',
  inTests: 'app/admin/authorisation.test.ts',
  promise:
    'every page, route and action of the staff responds to authorized users and refuses ' +
    'missing, expired, ended, forged, foreign and cross-site sessions, whatever the headers and ' +
    'the spelling of the address: nothing is disclosed or written',
  summary: 'staff pages, routes and actions refuse unauthorized requests, whatever bypass they try',
  async prove(scene) {
    const findings = new Findings()
    const postgres = await startPostgres(scene)
    const server = await startServer(scene, postgres.url, {
      SITE_URL: ownSite,
      ...withModules(callsNoTimers),
    })
    const { failures, attempts, subjects, allowed } = await sendUnauthorizedRequests(
      scene,
      server.url,
      postgres.url,
    )
    findings.failures.push(...failures)
    findings.measure('pages, routes and actions', subjects, '', 'lower')
    // The short form performs only some of the actions with permission.
    findings.expect(
      scene.size === 'short' || allowed === subjects,
      `only ${allowed} of ${subjects} worked with permission`,
    )
    findings.measure('allowed with permission', allowed, '', 'lower')
    findings.measure('attempts', attempts, '', 'lower')
    findings.measure('allowed without permission', failures.length, '')
    findings.count('requests', attempts)
    findings.count('invalidInputs', attempts)
    return findings
  },
}
