import { defineConfig } from '@playwright/test'
import { findProgram } from '@/test/servers/find-program'

const executablePath = findProgram('chromium-headless-shell')

/** `npm run test:nightly` sets the variable. */
const isNightly = process.env.E2E_MATRIX === 'all'

export default defineConfig({
  testDir: 'e2e',
  testIgnore: isNightly ? [] : '**/*.nightly.spec.ts',
  // The tag marks single tests, like the name marks files.
  grepInvert: isNightly ? [] : /@nightly/,
  globalSetup: './e2e/support/start-blog.ts',
  fullyParallel: true,
  workers: 2,
  // A test that passes only on a retry reveals a bug.
  retries: 0,
  forbidOnly: true,
  timeout: 40_000,
  // Generous, because two browsers, a server and a database share the machine.
  expect: { timeout: 10_000 },
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Chromium's background requests would disturb the tests and hang on a closed network.
      args: [
        '--no-sandbox',
        // Nothing is requested from the internet.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
})
