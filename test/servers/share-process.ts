import { afterAll } from 'vitest'
import { forgetEnv } from '@/lib/env'
import { killServers } from './end-process'

const environment = { ...process.env }

/** A second schema engine would replace the one in use, so it is kept. */
const isForgotten = (name: string) =>
  name.startsWith('afterword') && name !== 'afterwordSchemaEngine'

// Test files share a process and its modules, so each closes and forgets what belongs to it. A hook
// that a running test adds would not run.
afterAll(async () => {
  await killServers()
  for (const name of Object.keys(globalThis).filter(isForgotten))
    Reflect.deleteProperty(globalThis, name)
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  forgetEnv()
})
