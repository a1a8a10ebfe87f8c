import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { killGroup } from '@/tools/prove/machines/killed-processes'
import { endBeforeScenes, goOnUnlessStopped } from '@/tools/prove/scene'

/**
 * Runs a command to its end, and hears meanwhile of a stop, which ends all that the command started. It is a group of its own: the terminal's
 * Ctrl-C ends it by us alone, and nothing of it is lost whose parent ended first.
 *
 * @throws where it fails, and where the proof is stopped
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'stdio'> = {},
): Promise<void> {
  goOnUnlessStopped()
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options,
    detached: true,
  })
  const exited = once(child, 'exit')
  const forget = endBeforeScenes(async () => {
    if (child.pid !== undefined) await killGroup(child.pid)
  })
  try {
    const [code, signal] = await exited
    goOnUnlessStopped()
    if (code !== 0)
      throw new Error(`${command} ${args.slice(0, 2).join(' ')} … ended with ${signal ?? code}`)
  } finally {
    forget()
  }
}
