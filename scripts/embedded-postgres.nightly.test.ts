import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres'

const directory = mkdtempSync(path.join(tmpdir(), 'afterword-embedded-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function sql(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // The server logs an error when it is killed, which is the purpose of this test.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('committed data survives kill -9 of PostgreSQL, of its launcher, and of both', async () => {
  const first = await startEmbeddedPostgres(directory)
  await sql(first.url, 'CREATE TABLE kept (n integer); INSERT INTO kept VALUES (1)')
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')

  const second = await startEmbeddedPostgres(directory)
  expect(await sql(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  await sql(second.url, 'INSERT INTO kept VALUES (2)')

  // The second server is left running, as after a killed launcher, for the third one to find.
  const third = await startEmbeddedPostgres(directory)
  expect(second.process.exitCode).toBe(0)
  expect(await sql(third.url, 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
  await third.stop()
  await third.stop()
})

test('does not stop another PostgreSQL that now has the process id', async () => {
  await (await startEmbeddedPostgres(directory)).stop()
  // The other process is called postgres but has a different data directory.
  const bin = mkdtempSync(path.join(tmpdir(), 'afterword-bin-'))
  symlinkSync(process.execPath, path.join(bin, 'postgres'))
  const script = 'setInterval(() => {}, 1_000)'
  const other = spawn(
    path.join(bin, 'postgres'),
    ['--eval', script, '--', '-D', `${directory}/postgres-other`, '-p', '5432'],
    {
      stdio: 'ignore',
    },
  )
  await once(other, 'spawn')
  writeFileSync(path.join(directory, 'postgres', 'postmaster.pid'), `${other.pid}\n`)
  // PostgreSQL itself refuses to start beside a live process with this id of the same user.
  const postgres = await startEmbeddedPostgres(directory).catch(() => undefined)
  await postgres?.stop()
  const end = [other.exitCode, other.signalCode]
  other.kill('SIGKILL')
  if (end.every((one) => one === null)) await once(other, 'exit')
  rmSync(path.join(directory, 'postgres', 'postmaster.pid'), { force: true })
  rmSync(bin, { recursive: true })
  expect(end).toEqual([null, null])
})

test('leaves no PostgreSQL behind if it is aborted at any moment of a start', async () => {
  const home = mkdtempSync(path.join(directory, 'interrupted-'))
  const running = () =>
    execFileSync('ps', ['-ww', '-A', '-o', 'args='], { encoding: 'utf8' }).match(
      new RegExp(`.*${home}.*`, 'g'),
    )
  for (const ms of [0, 20, 40, 60, 80, 100, 150]) {
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), ms)
    const postgres = await startEmbeddedPostgres(home, { signal: stopping.signal }).catch(
      () => undefined,
    )
    // A server that started before the abort must be stopped by its caller.
    if (!stopping.signal.aborted) await postgres?.stop()
    expect(running(), `after ${ms} ms`).toBeNull()
  }
  const postgres = await startEmbeddedPostgres(home)
  expect(running()).not.toBeNull()
  await postgres.stop()
})

test('listens only on the local machine and requires its password', async () => {
  const postgres = await startEmbeddedPostgres(directory)
  expect(await sql(postgres.url, 'SHOW listen_addresses')).toEqual([
    { listen_addresses: '127.0.0.1' },
  ])
  const url = new URL(postgres.url)
  url.password = 'wrong'
  await expect(sql(url.href, 'SELECT 1')).rejects.toThrow(/password/)
  await postgres.stop()
})
