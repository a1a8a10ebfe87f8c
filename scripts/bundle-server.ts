/**
 * Bundles the server for `npm start`, and the commands, which then need neither a TypeScript loader
 * nor the packages that only they use. The bundles find the project in their parent directory.
 */
import { readFileSync } from 'node:fs'
import { bundle } from './bundle'

const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts
/** The commands that `npm run` starts, other than those for development. */
const command =
  /^tsx (?:--conditions=\S+ )?scripts\/(?:launch\.ts (?!demo|dev)|(?!new-))([\w-]+?)(?:\.ts)?$/
const commands = Object.values(scripts).flatMap((line) => command.exec(line)?.[1] ?? [])

await bundle(
  '.next',
  {
    server: 'server/server.ts',
    ...Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`])),
  },
  'bundle',
)
