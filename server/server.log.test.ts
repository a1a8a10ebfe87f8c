import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runSql } from '@/test/servers/postgres-with-tools'
import { startServer } from '@/test/servers/server'

/** Processor time of a process in hundredths of a second (proc_pid_stat(5): utime, stime). */
function spentTicks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

test.runIf(process.platform === 'linux')(
  'continues without using the processor after its log streams are closed (needs Linux)',
  async () => {
    const server = await startServer({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
    const { pid, stdout, stderr } = server.process
    for (const stream of [stdout, stderr]) stream?.destroy()
    for (let n = 0; n < 3; n++)
      expect((await server.ask('/api/comments?slug=hello')).response.status).toBe(503)
    const spentInAWhile = async () => {
      const before = spentTicks(pid)
      await wait(500)
      return spentTicks(pid) - before
    }
    await expect.poll(spentInAWhile).toBeLessThan(10)
    await server.stop()
    expect(server.process.exitCode).toBe(0)
  },
)

test('errors are logged with their position in the sources', async () => {
  const server = await startServer()
  await runSql(server.databaseUrl, 'ALTER TABLE posts RENAME TO articles')
  expect((await server.ask('/api/views?slug=hello')).response.status).toBe(500)
  await expect.poll(server.output).toMatch(/\(lib\/views\/get-views\.ts:\d+:\d+\)/)
})
