import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { Scene } from '@/tools/prove/scene'
import { startPostgres } from './postgres'

/** Returns the processes that use the directory of a scene. */
const running = (scene: Scene) =>
  execFileSync('ps', ['-ww', '-A', '-o', 'args='], { encoding: 'utf8' }).match(
    new RegExp(`.*${scene.directory}.*`, 'g'),
  )

/** Ends a scene after some milliseconds. */
async function endAfter(scene: Scene, ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  await scene.end()
}

test.each([0, 100, 300, 600])(
  'a scene that ends %i ms after the start of PostgreSQL leaves no processes',
  async (ms) => {
    const scene = new Scene('short', '.', () => {})
    onTestFinished(() => scene.end())
    const starting = startPostgres(scene).catch(() => undefined)
    await endAfter(scene, ms)
    expect(running(scene)).toBeNull()
    await starting
    expect(running(scene)).toBeNull()
  },
)

test('a scene that ends during a restart leaves no processes and allows no starts', async () => {
  for (const ms of [0, 20, 60]) {
    const scene = new Scene('short', '.', () => {})
    onTestFinished(() => scene.end())
    const postgres = await startPostgres(scene)
    await postgres.kill()
    expect(postgres.hasEnded()).toBe(true)
    const starting = postgres.start().catch(() => undefined)
    await endAfter(scene, ms)
    await starting
    expect(running(scene)).toBeNull()
    await expect(postgres.start()).rejects.toThrow('the run has ended')
  }
}, 120_000)
