import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { killGroup } from '@/tools/prove/machines/killed-processes'
import { cleanUpBeforeScenes, throwIfStopped } from '@/tools/prove/scene'

/**
 * Runs a command until it exits. Stopping the suite ends everything that the command started. The
 * command gets its own process group, so Ctrl-C reaches it only through this process. Processes
 * whose parent exited first are ended as well.
 * @throws if the command fails or the suite is stopped
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'stdio'> = {},
): Promise<void> {
  throwIfStopped()
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options,
    detached: true,
  })
  const exited = once(child, 'exit')
  const forget = cleanUpBeforeScenes(async () => {
    if (child.pid !== undefined) await killGroup(child.pid)
  })
  try {
    const [code, signal] = await exited
    throwIfStopped()
    if (code !== 0)
      throw new Error(`${command} ${args.slice(0, 2).join(' ')} … exited with ${signal ?? code}`)
  } finally {
    forget()
  }
}
