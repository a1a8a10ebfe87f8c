import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const base = {
  // `server-only` throws outside Next.js's server. Next.js itself replaces it with this empty
  // module.
  resolve: {
    alias: {
      '@': import.meta.dirname,
      'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js`,
    },
  },
}

const isNightly = process.env.NIGHTLY === '1'

const shared = {
  setupFiles: ['test/load-fetch.ts', 'test/fail-on-console-error.ts'],
  expect: { poll: { timeout: 10_000 } },
  // Some tests take a longer form in the nightly run.
  testTimeout: isNightly ? 300_000 : 30_000,
  hookTimeout: 60_000,
}

/** The tests of the reliability suite run where it runs. */
const folders = [
  'app',
  'bench',
  'components',
  'docs',
  'lib',
  'prisma',
  'scripts',
  'server',
  'test',
  ...(isNightly ? ['tools'] : []),
]

const tests = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  // bench/peers has modules of its own.
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
  .filter((file) => isNightly || !file.includes('.nightly.'))

/** Tests against the production build over HTTP. */
const httpTests = tests.filter((file) => /^(?:app|docs)\/|^server\/[^/]+$/.test(file))

const unitTests = tests.filter((file) => !httpTests.includes(file))

/** Variables that a shared process resets after each file. */
const resetVariables = 'AUTH_SECRET|ALLOWED_ORIGINS|SITE_URL|TIME_ZONE'

/** Signs of a test that measures time, or needs servers, a process or modules of its own. */
const needsIsolation = new RegExp(
  [
    '\\bvi\\.(?:mock|doMock|resetModules|stub|useFake)',
    `process\\.(?!platform|env\\.(?:${resetVariables}))`,
    '@/test/servers|spawn|node:child|\\bimport\\(|perf_hooks|cpu-time-ms|share-image|runTimers',
    '[dD]aily_?[sS]alt',
  ].join('|'),
)

/** Signs of a test that needs a database, or sets a variable. */
const needsDatabase = /@\/test\/(?:authorisation|database)|\/db\/|process\./

const isPure = (text: string) => !needsDatabase.test(text) && !needsIsolation.test(text)

/** Selects unit tests by their text. */
const unitTestsThat = (isChosen: (text: string) => boolean) =>
  unitTests.filter((file) => isChosen(readFileSync(file, 'utf8')))

/** Signs of an HTTP test that loads modules of the blog with an environment of its own. */
const needsOwnModules =
  /\bvi\.(?:mock|stub)|\bimport\(|process\.env\.(?!AUTH_SECRET)|@\/app\/|from '\.\.?\/|daily-salt/

const ownModuleTests = httpTests.filter((file) => needsOwnModules.test(readFileSync(file, 'utf8')))

export default defineConfig({
  test: {
    // Tests wait for databases, servers and commands much of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...base,
        test: {
          ...shared,
          name: 'pure',
          include: unitTestsThat(isPure),
          isolate: false,
          unstubGlobals: true,
        },
      },
      // Without isolation, files share modules, which saves loading them again.
      {
        ...base,
        test: {
          ...shared,
          name: 'unit',
          include: unitTestsThat((text) => !isPure(text) && !needsIsolation.test(text)),
          isolate: false,
          setupFiles: [...shared.setupFiles, 'test/servers/share-process.ts'],
          globalSetup: 'test/servers/start-postgres.ts',
        },
      },
      {
        ...base,
        test: {
          ...shared,
          name: 'unit-isolated',
          include: unitTestsThat((text) => needsIsolation.test(text)),
          globalSetup: 'test/servers/start-postgres.ts',
        },
      },
      // `npm run build` must have run.
      ...[true, false].map((isolate) => ({
        ...base,
        test: {
          ...shared,
          name: isolate ? 'http-isolated' : 'http',
          include: httpTests.filter((file) => ownModuleTests.includes(file) === isolate),
          isolate,
          setupFiles: [...shared.setupFiles, 'test/servers/share-process.ts'],
          globalSetup: 'test/servers/start-postgres.ts',
          testTimeout: isNightly ? 300_000 : 60_000,
          sequence: { groupOrder: 1 },
        },
      })),
    ],
  },
})
