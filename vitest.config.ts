import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const base = {
  // `server-only` throws outside Next's server. Next itself replaces it with this empty module.
  resolve: {
    alias: {
      '@': import.meta.dirname,
      'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js`,
    },
  },
}

const shared = {
  // Starting a process and loading packages for each file takes longer than most files run.
  isolate: false,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: 'test/start-afresh.ts',
  expect: { poll: { timeout: 10_000 } },
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

const isNightly = process.env.NIGHTLY === '1'

/** Tests that take too long for the gate: `npm run test:nightly` runs them. */
const nightlyTests = isNightly ? [] : ['**/*.nightly.test.{ts,tsx}']

/** The tests of the reliability suite run where it runs. */
const unitFolders = [
  ...['bench', 'components', 'lib', 'prisma', 'scripts', 'server', 'test'],
  ...(isNightly ? ['tools'] : []),
]

/** Signs of a test that measures time, or needs a database, an environment or modules of its own. */
const needsFreshModules = new RegExp(
  '\\bvi\\.(?:mock|doMock|resetModules|stub)|@/test/(?:authorisation|database|servers)|/db/|' +
    'process\\.|spawn|node:child|\\bimport\\(|perf_hooks|spent-ms|share-image|runTimers',
)

/** The other unit tests. They share modules, which saves loading them again. */
const pureTests = unitFolders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && !/node_modules|^server\/[^/]+$/.test(file))
  .filter((file) => isNightly || !file.includes('.nightly.'))
  .filter((file) => !needsFreshModules.test(readFileSync(file, 'utf8')))

export default defineConfig({
  test: {
    // The default leaves one processor free, which is half of a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        ...base,
        test: {
          ...shared,
          name: 'pure',
          include: pureTests,
          setupFiles: 'test/fail-on-console-error.ts',
        },
      },
      {
        ...base,
        test: {
          ...shared,
          name: 'unit',
          include: unitFolders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          // bench/peers has modules of its own. Tests at the root of server/ need the build.
          exclude: [
            '**/node_modules/**',
            'lib/generated/**',
            'server/*.test.ts',
            ...nightlyTests,
            ...pureTests,
          ],
          globalSetup: 'test/servers/start-postgres.ts',
        },
      },
      {
        ...base,
        test: {
          ...shared,
          // Against the production build over HTTP: `npm run build` must have run.
          name: 'http',
          include: ['app/**/*.test.ts', 'docs/**/*.test.ts', 'server/*.test.ts'],
          exclude: ['**/node_modules/**', ...nightlyTests],
          globalSetup: 'test/servers/start-postgres.ts',
          testTimeout: 60_000,
          // These tests wait for their servers much of the time.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
