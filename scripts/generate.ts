/**
 * Runs `prisma generate`, so that the client's types stand before anything reads them.
 *
 * Any `prisma` command downloads a schema engine first, though generating needs none. Naming a file that exists
 * keeps it from that, so the project also builds on a closed network.
 */
import { spawnSync } from 'node:child_process'

const { status } = spawnSync('npx', ['prisma', 'generate'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
})
process.exitCode = status ?? 1
