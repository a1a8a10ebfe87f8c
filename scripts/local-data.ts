/**
 * The folder `.data/`, where `demo` and `dev` keep what belongs to this machine: the embedded database's files, the
 * secrets made for it, and, while one of them runs, where it can be reached.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export const dataDirectory = '.data'

const secretsSchema = z.object({ AUTH_SECRET: z.string(), CRON_SECRET: z.string() })
const runningSchema = z.object({ databaseUrl: z.string(), siteUrl: z.string() })

export type Running = z.infer<typeof runningSchema>

const runningFile = path.join(dataDirectory, 'running.json')
const secretsFile = path.join(dataDirectory, 'secrets.json')

/** The secrets of this machine's demo, made the first time. */
export function localSecrets(): z.infer<typeof secretsSchema> {
  if (!existsSync(secretsFile)) {
    const secret = () => randomBytes(32).toString('base64url')
    mkdirSync(dataDirectory, { recursive: true })
    writeFileSync(secretsFile, JSON.stringify({ AUTH_SECRET: secret(), CRON_SECRET: secret() }), {
      mode: 0o600,
    })
  }
  return secretsSchema.parse(JSON.parse(readFileSync(secretsFile, 'utf8')))
}

/** Tells scripts of this machine where the running demo is. */
export function noteRunning(running: Running): void {
  writeFileSync(runningFile, JSON.stringify(running), { mode: 0o600 })
}

/** What a demo noted that was killed holds no longer. */
export function forgetRunning(): void {
  rmSync(runningFile, { force: true })
}

/** Where the demo that has the folder can be reached; undefined while it is starting. */
export function readRunning(): Running | undefined {
  return existsSync(runningFile)
    ? runningSchema.parse(JSON.parse(readFileSync(runningFile, 'utf8')))
    : undefined
}
