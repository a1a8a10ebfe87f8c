import { type ChildProcess, fork } from 'node:child_process'
import type { Scene } from '@/tools/prove/scene'
import { authSecret } from './server'

/** A program of the proof that works with lib on one server's database, with that server's secret and its checkout. It ends with the scene. */
export function forkWithDatabase(
  scene: Scene,
  program: string,
  given: string[],
  databaseUrl: string,
): ChildProcess {
  const child = fork(program, given, {
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
