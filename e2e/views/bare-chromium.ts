import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findProgram } from '@/test/servers/find-program'

/**
 * Opens Chromium without any debugger, because a prerendered page runs no scripts while DevTools
 * are attached.
 * @param userAgent defaults to that of headless Chromium
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
      // Ends the whole process group: child processes exit later and could still write to the
      // profile.
      try {
        if (browser.pid) process.kill(-browser.pid, 'SIGKILL')
      } catch {
        // All processes have exited.
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
