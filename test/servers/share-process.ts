import { afterAll } from 'vitest'
import { forgetEnv } from '@/lib/env'
import { killServers } from './server'

/**
 * Lets test files share a process and its modules: at the end of a file, it closes and forgets
 * everything that belongs to the file. A hook that a running test adds would not run. The schema
 * engine stays, because a second instance would replace one in use.
 */
const environment = { ...process.env }

afterAll(async () => {
  await killServers()
  for (const name of Object.keys(globalThis))
    if (name.startsWith('afterword') && name !== 'afterwordSchemaEngine')
      Reflect.deleteProperty(globalThis, name)
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  forgetEnv()
})
