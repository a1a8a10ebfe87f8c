import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { test as base } from '@/e2e/admin/admin'
import { expect, isUnfinishedTransition } from '@/e2e/support/blog'
import { newDraft } from './new-draft'

type Paste = {
  /** Opens the editor with a text and puts the cursor at its end. */
  open: (text?: string) => Promise<void>
  /** Puts a text on the system clipboard and presses the paste keys. */
  paste: (text: string, keys?: string) => Promise<void>
  /** Returns the document. */
  text: () => Promise<string>
  cards: Locator
  /** Returns a unique URL of a page with the behaviour `kind` (pasted-pages.ts). */
  urlOf: (kind: 'good' | 'slow' | 'late' | 'never' | 'twice' | 'dead') => string
  /** The URLs whose previews were requested, and those that were cancelled. */
  requested: string[]
  cancelled: string[]
}

const previewPath = '/admin/link-preview'
const requestsOf = (url: string) => new URL(url).searchParams.get('url') ?? ''

export const test = base.extend<{ editor: Paste }>({
  editor: async ({ page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [requested, cancelled]: [string[], string[]] = [[], []]
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === previewPath) requested.push(requestsOf(request.url()))
    })
    page.on('requestfailed', (request) => {
      if (new URL(request.url()).pathname === previewPath) cancelled.push(requestsOf(request.url()))
    })
    const errors: string[] = []
    page.on('pageerror', (error) => {
      if (!isUnfinishedTransition(error)) errors.push(String(error))
    })
    const paste = async (text: string, keys = 'ControlOrMeta+v') => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press(keys)
    }
    await use({
      open: async (text = '') => {
        // Disables smooth scrolling, because positions are undefined while the page scrolls.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.goto(await newDraft())
        await page.locator('.cm-content').focus()
        if (text !== '') await paste(text)
        await page.keyboard.press('ControlOrMeta+End')
        await expect.poll(() => documentOf(page)).toBe(text)
      },
      paste,
      text: () => documentOf(page),
      cards: page.locator('.editor-card'),
      urlOf: (kind) => `${process.env.PASTED_PAGES}/${kind}-${randomUUID().slice(0, 8)}`,
      requested,
      cancelled,
    })
    expect(errors).toEqual([])
  },
})

/** Returns the document, which the editor copies into the form just before it is submitted. */
function documentOf(page: Page): Promise<string> {
  return page
    .locator('.cm-editor')
    .evaluate((editor) => String(new FormData(editor.closest('form') ?? undefined).get('content')))
}

export { expect }
