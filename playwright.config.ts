import { defineConfig } from '@playwright/test'
import { findProgram } from '@/test/servers/find-program'

const executablePath = findProgram('chromium')

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-blog.ts',
  fullyParallel: true,
  workers: 2,
  // A test that passes the second time is a bug to find.
  retries: 0,
  forbidOnly: true,
  timeout: 40_000,
  // What is awaited comes when it comes: two browsers, a server and a database share the machine.
  expect: { timeout: 10_000 },
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Chromium's own traffic has no place in a test, and a closed network lets it wait.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
})
