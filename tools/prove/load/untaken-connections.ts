import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { withModules } from '@/test/with-module'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import type { Answer } from './ask'

const prefix = 'taken-by-'

/** What a server loads to write down, as it ends, from which ports came the connections that it had taken. */
const notesTaken = (directory: string) => `
import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
if (process.send) {
  const ports = []
  subscribe('net.server.socket', ({ socket }) => ports.push(socket.remotePort))
  process.on('exit', () => writeFileSync(${JSON.stringify(`${directory}/${prefix}`)} + process.pid, JSON.stringify(ports)))
}`

/**
 * Tells apart why a connection was reset by a server that ends. One that the server had taken was cut. One that it had not
 * was made in the moment in which it ceased to listen: the system had answered in its place, and nothing was asked yet.
 */
export class UntakenConnections {
  readonly environment: { NODE_OPTIONS: string }
  readonly #directory: string
  readonly #reset = new Set<number>()

  constructor(scene: Scene) {
    this.#directory = scene.directory
    this.environment = withModules(notesTaken(scene.directory))
  }

  /** Whether this is one of the two; which, `expectNoneCut` says. */
  readonly isReset = ({ resetPort }: Answer): boolean => {
    if (resetPort !== undefined) this.#reset.add(resetPort)
    return resetPort !== undefined
  }

  /**
   * Of all servers that were told to stop. (A port that serves again for another connection is held against us.)
   *
   * @param stops how many of them there were: one that noted nothing would make what it cut look untaken
   */
  expectNoneCut(findings: Findings, stops: number): void {
    const files = readdirSync(this.#directory).filter((name) => name.startsWith(prefix))
    findings.expect(
      files.length === stops,
      `of ${stops} servers ${files.length} said which connections they had taken`,
    )
    const taken = new Set(
      files.flatMap((name) =>
        z
          .array(z.number())
          .parse(JSON.parse(readFileSync(path.join(this.#directory, name), 'utf8'))),
      ),
    )
    const cut = [...this.#reset].filter((port) => taken.has(port))
    findings.expect(cut.length === 0, `${cut.length} connections were reset that had been taken`)
    findings.measure(
      'connections that came as it ceased to listen',
      this.#reset.size - cut.length,
      '',
    )
  }
}
