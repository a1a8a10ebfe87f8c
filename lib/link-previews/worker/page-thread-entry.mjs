// A worker thread starts with JavaScript and must register the TypeScript loader itself.
import { register } from 'tsx/esm/api'

register()
await import('./read-in-thread.ts')
