// A thread begins with JavaScript: it has to be told of TypeScript itself.
import { register } from 'tsx/esm/api'

register()
await import('./read-in-thread.ts')
