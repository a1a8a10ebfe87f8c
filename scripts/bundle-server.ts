/** Bundles the server for `npm start`. The bundle finds the project in its parent directory. */
import { bundle } from './bundle'

await bundle('.next', { server: 'server/server.ts' })
