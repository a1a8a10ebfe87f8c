import { type Browser, chromium } from '@playwright/test'
import { findProgram } from '@/test/servers/find-program'

/** A Chromium without one of the options by which Playwright makes it unlike a reader's. */
export function launchChromium(without: string): Promise<Browser> {
  const executablePath = findProgram('chromium')
  return chromium.launch({
    ...(executablePath && { executablePath }),
    ignoreDefaultArgs: [without],
    args: ['--no-sandbox', '--disable-background-networking'],
  })
}
