import { type Browser, chromium } from '@playwright/test'
import { findProgram } from '@/test/servers/find-program'

/**
 * Launches Chromium without one of Playwright's default options, so that it behaves like a reader's
 * browser.
 */
export function launchChromium(without: string): Promise<Browser> {
  const executablePath = findProgram('chromium')
  return chromium.launch({
    ...(executablePath && { executablePath }),
    ignoreDefaultArgs: [without],
    args: ['--no-sandbox', '--disable-background-networking'],
  })
}
