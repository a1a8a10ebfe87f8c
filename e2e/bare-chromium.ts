import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findProgram } from '@/test/servers/find-program'

/**
 * Chromium with a page in it and nothing attached: where DevTools look on, a prerendered page runs no script.
 * @param userAgent without one it says that it is headless
 */
export async function openBareChromium(
  url: string,
  userAgent?: string,
): Promise<{ close: () => Promise<void> }> {
  const profile = mkdtempSync(path.join(tmpdir(), 'afterword-chromium-'))
  const browser = spawn(
    findProgram('chromium') ?? chromium.executablePath(),
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${profile}`,
      ...(userAgent ? [`--user-agent=${userAgent}`] : []),
      url,
    ],
    { stdio: 'ignore', detached: true },
  )
  return {
    close: async () => {
      const exited = once(browser, 'exit')
      browser.kill('SIGTERM')
      await exited
      // What Chromium started is of its group, ends a moment after it, and would still write there.
      try {
        if (browser.pid) process.kill(-browser.pid, 'SIGKILL')
      } catch {
        // All of it has ended.
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
