import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { Part } from './part'

/** Imports a new instance of the module, because it cannot be restarted once stopped. */
async function newModule() {
  vi.resetModules()
  return import('./scene')
}

test('runs all cleanups in reverse order despite errors and removes the directory', async () => {
  const { Scene } = await newModule()
  const scene = new Scene('short', '.', () => {})
  const ended: string[] = []
  scene.onEnd(() => ended.push('PostgreSQL'))
  scene.onEnd(() => Promise.reject(new Error('no response')))
  scene.onEnd(() => ended.push('the server'))
  await expect(scene.end()).rejects.toThrow('no response')
  expect(ended).toEqual(['the server', 'PostgreSQL'])
  expect(existsSync(scene.directory)).toBe(false)
})

test('a stopped part reports nothing about the blog', async () => {
  const { stopScenes } = await newModule()
  const { runPart } = await import('./run-part')
  const part: Part = {
    name: 'some-part',
    promise: 'no write is lost',
    prove: async () => {
      await stopScenes()
      throw new Error('the server has exited')
    },
  }
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await expect(runPart(part, { size: 'short', runs: 1, checkout: '.' })).rejects.toThrow('stopped')
  expect(log.mock.calls.flat().join()).not.toContain('exited')
})

test('stopping ends all scenes, runs cleanups added later, and prevents new scenes', async () => {
  const { Scene, stopScenes } = await newModule()
  const scenes = [0, 1].map(() => new Scene('short', '.', () => {}))
  const ended: string[] = []
  for (const [n, scene] of scenes.entries()) scene.onEnd(() => ended.push(`server ${n}`))
  scenes[0]?.onEnd(() => Promise.reject(new Error('no response')))
  await stopScenes()
  expect(ended.sort()).toEqual(['server 0', 'server 1'])
  scenes[1]?.onEnd(() => ended.push('Redis'))
  await vi.waitFor(() => expect(ended).toContain('Redis'))
  expect(() => new Scene('short', '.', () => {})).toThrow('stopped')
})

test('does not end a scene twice', async () => {
  const { Scene, stopScenes } = await newModule()
  const scene = new Scene('short', '.', () => {})
  const cleanUp = vi.fn()
  scene.onEnd(cleanUp)
  await scene.end()
  await stopScenes()
  expect(cleanUp).toHaveBeenCalledOnce()
})

test('aborts its signal first, and concurrent calls wait for the same end', async () => {
  const { Scene } = await newModule()
  const scene = new Scene('short', '.', () => {})
  const ended: string[] = []
  scene.onEnd(() => ended.push('the directory of PostgreSQL'))
  scene.onEnd(async () => {
    expect(scene.signal.aborted).toBe(true)
    await new Promise((resolve) => setImmediate(resolve))
    ended.push('PostgreSQL')
  })
  expect(scene.signal.aborted).toBe(false)
  await Promise.all([scene.end(), scene.end()])
  expect(ended).toEqual(['PostgreSQL', 'the directory of PostgreSQL'])
})
