/**
 * Runs `prisma generate`, so that the types of the client exist before anything reads them.
 *
 * Any `prisma` command first downloads a schema engine, which `generate` does not need. Naming an
 * existing file prevents the download, so the project also builds on a closed network.
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
