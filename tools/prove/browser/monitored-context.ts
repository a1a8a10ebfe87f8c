import type { Browser, BrowserContext } from '@playwright/test'

/** The events recorded while pages are open. */
export type RecordedEvents = { dialogs: string[]; foreign: string[]; broken: string[] }

export type Appearance = { colorScheme: 'light' | 'dark'; width: number }

/** Opens a browser context that records every dialog, foreign request and page error. */
export async function openMonitored(
  browser: Browser,
  url: string,
  { colorScheme, width }: Appearance,
): Promise<{ context: BrowserContext; seen: RecordedEvents }> {
  const seen: RecordedEvents = { dialogs: [], foreign: [], broken: [] }
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:'))
      seen.foreign.push(request.url())
  })
  context.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  context.on('weberror', (error) =>
    seen.broken.push(`${error.page()?.url()}: ${error.error().message}`),
  )
  return { context, seen }
}
