/** Starts the server of a peer as a child process. */
import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { BenchServer } from '@/bench/support/prepare'
import { freePort } from '@/scripts/embedded-postgres'
import { killTree } from '@/tools/prove/machines/killed-processes'
import { cleanUpBeforeScenes } from '@/tools/prove/scene'

type Peer = {
  name: string
  cwd?: string
  /** Arguments of Node. */
  args: (port: number) => string[]
  env: Record<string, string>
  /** The path that responds once the server is ready. */
  ready: string
}

/** Starts a server, and resolves when it responds. */
export async function startPeer({ name, cwd, args, env, ready }: Peer): Promise<BenchServer> {
  const port = await freePort()
  const child = spawn(process.execPath, args(port), {
    ...(cwd && { cwd }),
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  })
  const forget = cleanUpBeforeScenes(() => killTree(child))
  const url = `http://127.0.0.1:${port}`
  while (!(await responds(url + ready))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start`)
    await setTimeout(5)
  }
  const stop = async () => {
    await killTree(child)
    forget()
  }
  return { url, process: child, stop }
}

/** Returns true if a URL responds with 2xx. */
export async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
