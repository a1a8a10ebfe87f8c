import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const base = {
  // `server-only` throws outside the Next.js server. The server itself loads this empty module
  // instead.
  resolve: {
    alias: {
      '@': import.meta.dirname,
      'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js`,
    },
  },
}

// Generous timeouts, because the tests share the machine.
const expect = { poll: { timeout: 10_000 } }

export default defineConfig({
  test: {
    // By default, Vitest leaves one processor unused, which is half of the two in CI.
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
          // Benchmarks have their own modules (bench/peers) with tests.
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
          // These run against the production build over real HTTP: `npm test` builds before it runs
          // them.
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
