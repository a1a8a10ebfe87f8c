import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const base = {
  // `server-only` throws outside Next's server; its empty twin is what Next's server itself loads.
  resolve: {
    alias: {
      '@': import.meta.dirname,
      'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js`,
    },
  },
}

// What is awaited comes when it comes: the tests share the machine.
const expect = { poll: { timeout: 10_000 } }

export default defineConfig({
  test: {
    // By itself it leaves one processor free: of two, which is what CI has, that is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        ...base,
        test: {
          name: 'unit',
          include: [
            'lib/**/*.test.{ts,tsx}',
            'components/**/*.test.{ts,tsx}',
            'prisma/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
            'server/**/*.test.ts',
            'test/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          // Figures bring modules of their own (bench/peers), with their tests.
          exclude: ['**/node_modules/**', 'lib/generated/**', 'server/*.test.ts'],
          globalSetup: 'test/servers/start-postgres.ts',
          setupFiles: 'test/fail-on-console-error.ts',
          testTimeout: 30_000,
          expect,
          hookTimeout: 60_000,
        },
      },
      {
        ...base,
        test: {
          // Against the production build, over real HTTP: `npm test` builds before it runs them.
          name: 'http',
          include: ['app/**/*.test.ts', 'docs/**/*.test.ts', 'server/*.test.ts'],
          globalSetup: 'test/servers/start-postgres.ts',
          setupFiles: 'test/fail-on-console-error.ts',
          testTimeout: 60_000,
          expect,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
