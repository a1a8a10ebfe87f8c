import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { withModules } from '@/test/with-module'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import type { HttpResult } from './send-request'

const prefix = 'accepted-by-'

/**
 * Returns a module that makes a server write the ports of all accepted connections to a file on
 * exit.
 */
const recordsAcceptedPorts = (directory: string) => `
import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
if (process.send) {
  const ports = []
  subscribe('net.server.socket', ({ socket }) => ports.push(socket.remotePort))
  process.on('exit', () => {
    const file = ${JSON.stringify(`${directory}/${prefix}`)} + process.pid
    writeFileSync(file, JSON.stringify(ports))
  })
}`

/**
 * Determines why a server that is ending reset a connection. If the server had accepted it, it was
 * cut. Otherwise, the kernel had completed the handshake just before the server stopped listening,
 * and nothing was requested yet.
 */
export class ConnectionResets {
  readonly environment: { NODE_OPTIONS: string }
  readonly #directory: string
  readonly #reset = new Set<number>()

  constructor(scene: Scene) {
    this.#directory = scene.directory
    this.environment = withModules(recordsAcceptedPorts(scene.directory))
  }

  /**
   * Returns true if the connection was reset and records it. `expectNoneAborted` determines the
   * reason.
   */
  readonly isReset = ({ resetPort }: HttpResult): boolean => {
    if (resetPort !== undefined) this.#reset.add(resetPort)
    return resetPort !== undefined
  }

  /**
   * Expects that no server cut an accepted connection. A port that is reused for another connection
   * counts as cut.
   * @param stops the number of stopped servers, because a missing file would make cut connections
   * look unaccepted
   */
  expectNoneAborted(findings: Findings, stops: number): void {
    const files = readdirSync(this.#directory).filter((name) => name.startsWith(prefix))
    findings.expect(
      files.length === stops,
      `only ${files.length} of ${stops} servers reported the connections that they had accepted`,
    )
    const acceptedPorts = new Set(
      files.flatMap((name) =>
        z
          .array(z.number())
          .parse(JSON.parse(readFileSync(path.join(this.#directory, name), 'utf8'))),
      ),
    )
    const aborted = [...this.#reset].filter((port) => acceptedPorts.has(port))
    findings.expect(aborted.length === 0, `${aborted.length} accepted connections were reset`)
    findings.measure(
      'connections reset before they were accepted',
      this.#reset.size - aborted.length,
      '',
    )
  }
}
