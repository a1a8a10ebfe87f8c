import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { test as base } from './admin'
import { expect, isUnfinishedTransition } from './blog'
import { newDraft } from './new-draft'

type Paste = {
  /** Opens the editor with a text in it, the cursor at its end. */
  open: (text?: string) => Promise<void>
  /** Puts a text on the clipboard of the machine, and presses the keys that paste it. */
  paste: (text: string, keys?: string) => Promise<void>
  /** The document. */
  text: () => Promise<string>
  cards: Locator
  /** A URL no other test has, of a page that is as `kind` says. */
  urlOf: (kind: 'good' | 'slow' | 'late' | 'never' | 'twice' | 'dead') => string
  /** The URLs of which previews were asked for, and of those that were cancelled. */
  asked: string[]
  cancelled: string[]
}

const previewPath = '/admin/link-preview'
const askedOf = (url: string) => new URL(url).searchParams.get('url') ?? ''

export const test = base.extend<{ editor: Paste }>({
  editor: async ({ page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [asked, cancelled]: [string[], string[]] = [[], []]
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === previewPath) asked.push(askedOf(request.url()))
    })
    page.on('requestfailed', (request) => {
      if (new URL(request.url()).pathname === previewPath) cancelled.push(askedOf(request.url()))
    })
    const faults: string[] = []
    page.on('pageerror', (error) => {
      if (!isUnfinishedTransition(error)) faults.push(String(error))
    })
    const paste = async (text: string, keys = 'ControlOrMeta+v') => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press(keys)
    }
    await use({
      open: async (text = '') => {
        // A page that glides to its cursor is nowhere in particular meanwhile.
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
      asked,
      cancelled,
    })
    expect(faults).toEqual([])
  },
})

/** The form around an editor is handed its text when it is about to be sent. */
function documentOf(page: Page): Promise<string> {
  return page
    .locator('.cm-editor')
    .evaluate((editor) => String(new FormData(editor.closest('form') ?? undefined).get('content')))
}

export { expect }
