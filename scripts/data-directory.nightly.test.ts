import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const home = mkdtempSync(path.join(tmpdir(), 'afterword-lock-'))
const rounds = 10
const children = new Set<ChildProcess>()
afterAll(async () => {
  await Promise.all([...children].map(end))
  rmSync(home, { recursive: true })
})

/** A process that tries to lock the folder on command. */
const script = `import { lockDataDirectory } from '${path.resolve('scripts/data-directory.ts')}'
  process.on('message', async () => process.send(await lockDataDirectory()))
  process.send('ready')`

async function launch(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', script],
    {
      cwd: home,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  children.add(child)
  await once(child, 'message')
  return child
}

async function takes(child: ChildProcess): Promise<boolean> {
  child.send('now')
  const [isOurs] = await once(child, 'message')
  return isOurs
}

async function end(child: ChildProcess): Promise<void> {
  children.delete(child)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('exactly one of eight contenders gets the folder, then another one', async () => {
  const contenders = await Promise.all(Array.from({ length: 8 }, launch))
  for (let round = 0; round < rounds; round++) {
    const owners = await Promise.all(contenders.map(takes))
    expect(
      owners.filter((isOurs) => isOurs),
      `round ${round}: ${owners}`,
    ).toHaveLength(1)
    const owner = owners.indexOf(true)
    for (const [index, child] of contenders.entries())
      if (index !== owner) expect(await takes(child)).toBe(false)
    const [killed] = contenders.splice(owner, 1)
    if (killed) await end(killed)
    contenders.push(await launch())
  }
})

test('a suspended process keeps the folder', async () => {
  await Promise.all([...children].map(end))
  const first = await launch()
  const second = await launch()
  expect(await takes(first)).toBe(true)
  first.kill('SIGSTOP')
  expect(await takes(second)).toBe(false)
})
