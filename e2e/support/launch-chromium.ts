import { type Browser, chromium } from '@playwright/test'
import { findProgram } from '@/test/servers/find-program'

const executablePath = findProgram('chromium')

/** Options of tests that need a complete Chromium, unlike the headless shell of the others. */
export const completeChromium = {
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox'],
}

/**
 * Launches Chromium without one of Playwright's default options, so that it behaves like a reader's
 * browser.
 */
export function launchChromium(without: string): Promise<Browser> {
  return chromium.launch({
    ...completeChromium,
    ignoreDefaultArgs: [without],
    args: [...completeChromium.args, '--disable-background-networking'],
  })
}
