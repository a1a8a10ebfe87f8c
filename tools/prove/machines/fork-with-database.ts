import { type ChildProcess, fork } from 'node:child_process'
import type { Scene } from '@/tools/prove/scene'
import { authSecret } from './server'

/**
 * Starts a program of the suite that uses lib with the database, secret and checkout of one server.
 * It ends with the scene.
 */
export function forkWithDatabase(
  scene: Scene,
  program: string,
  args: string[],
  databaseUrl: string,
): ChildProcess {
  const child = fork(program, args, {
    cwd: scene.checkout,
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: authSecret,
    },
  })
  scene.onEnd(() => child.kill())
  return child
}
