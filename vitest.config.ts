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

/** The tests of the reliability suite run where it runs. */
const unitFolders = [
  ...['bench', 'components', 'lib', 'prisma', 'scripts', 'server', 'test'],
  ...(isNightly ? ['tools'] : []),
]

const unitTests = unitFolders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  // bench/peers has modules of its own. Tests at the root of server/ need the build.
  .filter((file) => /\.test\.tsx?$/.test(file) && !/node_modules|^server\/[^/]+$/.test(file))
  .filter((file) => isNightly || !file.includes('.nightly.'))

const findTests = (signs: RegExp): string[] =>
  unitTests.filter((file) => signs.test(readFileSync(file, 'utf8')))

/** Tests that measure time, on which earlier tests of the same process have an effect. */
const timedTests = findTests(/perf_hooks|spent-ms/)

/** Tests that need a database, or an environment or modules of their own. */
const statefulTests = findTests(
  new RegExp(
    '\\bvi\\.(?:mock|doMock|resetModules|stub)|@/test/(?:authorisation|database|servers)|/db/|' +
      'process\\.|spawn|node:child|\\bimport\\(|share-image|runTimers',
  ),
).filter((file) => !timedTests.includes(file))

export default defineConfig({
  test: {
    // Tests wait for databases, servers and commands much of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...base,
        test: {
          ...shared,
          name: 'timed',
          include: timedTests,
          isolate: true,
        },
      },
      {
        ...base,
        test: {
          ...shared,
          // Shares modules, which saves loading them again.
          name: 'pure',
          include: unitTests.filter((file) => ![...timedTests, ...statefulTests].includes(file)),
          setupFiles: 'test/fail-on-console-error.ts',
        },
      },
      {
        ...base,
        test: {
          ...shared,
          name: 'unit',
          include: statefulTests,
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
          exclude: ['**/node_modules/**', ...(isNightly ? [] : ['**/*.nightly.test.ts'])],
          globalSetup: 'test/servers/start-postgres.ts',
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
