import { afterAll, vi } from 'vitest'
import './fail-on-console-error'

/**
 * Test files of one process follow each other and share what is costly to load: npm packages. Each
 * starts with its own modules, state and environment.
 */
vi.resetModules()
// The schema engine can be loaded only once per process.
for (const name of Object.keys(globalThis))
  if (name.startsWith('afterword') && name !== 'afterwordSchemaEngine')
    Reflect.deleteProperty(globalThis, name)

const environment = { ...process.env }
afterAll(() => {
  vi.useRealTimers()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
