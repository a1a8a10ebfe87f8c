import type { Page } from '@playwright/test'
import { fewInGate } from '@/e2e/support/blog'
import { expect, test } from './paste'

const done = '[data-state="done"]'

/**
 * Records the content of the editor after each change, and the frames painted since the next paste.
 */
async function watchPaste(page: Page): Promise<() => Promise<{ frames: number; state: string }[]>> {
  await page.evaluate(() => {
    const states: { frames: number; state: string }[] = []
    let frames = 0
    const count = () => {
      frames++
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    addEventListener('paste', () => (frames = 0), { capture: true })
    const note = () => {
      const card = document.querySelector<HTMLElement>('.editor-card')
      const isLink = [...document.querySelectorAll('.cm-line')].some((line) =>
        line.textContent?.startsWith('http'),
      )
      const state = card ? card.dataset.state : isLink ? 'link' : 'nothing'
      if (state === undefined) return
      if (states.at(-1)?.state !== state) states.push({ frames, state })
    }
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    Reflect.set(window, 'states', states)
  })
  return () => page.evaluate(() => Reflect.get(window, 'states'))
}

test.describe('a URL on an empty line', () => {
  test('becomes a skeleton within six frames, then a card', async ({ page, editor }) => {
    await editor.open('Before.\n\n')
    const states = await watchPaste(page)
    await editor.paste(editor.urlOf('late'))
    await expect(editor.cards).toHaveAttribute('data-state', 'fetching')
    await page.keyboard.type('After.')
    const line = page.locator('.cm-line', { hasText: 'After.' })
    const before = [await editor.cards.boundingBox(), await line.boundingBox()]
    await expect(page.locator(`.editor-card${done}`)).toContainText('Page /late-')
    expect([await editor.cards.boundingBox(), await line.boundingBox()]).toEqual(before)
    const seen = await states()
    expect(seen.map(({ state }) => state)).toEqual(['fetching', 'done'])
    // The limit is 100 ms, which is six frames on an idle machine. A busy machine paints fewer.
    expect(seen[0]?.frames).toBeLessThan(6)
  })

  test('is separated from text above and below by blank lines', { tag: '@nightly' }, async ({
    page,
    editor,
  }) => {
    await editor.open('One.\n\nTwo.')
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('ArrowDown')
    const url = editor.urlOf('good')
    await editor.paste(url)
    await expect(editor.cards).toHaveCount(1)
    expect(await editor.text()).toBe(`One.\n\n${url}\n\nTwo.`)
  })
})

test('undo turns a card into its URL, then removes the URL, and redo restores the card', async ({
  page,
  editor,
}) => {
  await editor.open('Words.\n\n')
  const url = editor.urlOf('good')
  await editor.paste(url)
  await expect(page.locator(`.editor-card${done}`)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor.cards).toHaveCount(0)
  await expect(page.locator('.cm-line', { hasText: url })).toBeVisible()
  expect((await editor.text()).trim()).toBe(`Words.\n\n${url}`)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(editor.text).toBe('Words.\n\n')
  await page.keyboard.press('ControlOrMeta+y')
  await page.keyboard.press('ControlOrMeta+y')
  await expect(page.locator(`.editor-card${done}`)).toContainText('Page /good-')
  expect(editor.requested).toEqual([url])
})

test.describe('typing while the card loads', () => {
  test('loses no letters and moves neither the cursor nor the page', async ({ page, editor }) => {
    await editor.open(`${'A line.\n\n'.repeat(60)}`)
    await editor.paste(editor.urlOf('late'))
    const scroll = () =>
      page.evaluate(() => [window.scrollY, document.querySelector('.cm-scroller')?.scrollTop])
    // The sentence fits on one line beside the preview as well, because starting a new line would
    // scroll the page.
    const sentence = 'The card is on its way.'
    await expect(editor.cards).toHaveAttribute('data-state', 'fetching')
    await page.keyboard.type('.')
    const before = await scroll()
    await page.keyboard.type(sentence, { delay: 70 })
    await expect(page.locator(`.editor-card${done}`)).toBeVisible()
    expect(await scroll()).toEqual(before)
    await page.keyboard.type('!')
    expect(await editor.text()).toMatch(new RegExp(`\\n\\n\\.${sentence}!$`))
  })

  test('does not interrupt the composition of a character', { tag: '@nightly' }, async ({
    page,
    context,
    editor,
  }) => {
    await editor.open()
    await editor.paste(editor.urlOf('late'))
    await expect(editor.cards).toHaveAttribute('data-state', 'fetching')
    const devtools = await context.newCDPSession(page)
    for (const text of ['ｋ', 'か', 'かｎ', 'かん', 'かんｊ', 'かんじ']) {
      await devtools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
      await page.waitForTimeout(100)
    }
    await expect(page.locator(`.editor-card${done}`)).toBeVisible()
    await devtools.send('Input.imeSetComposition', {
      text: '漢字',
      selectionStart: 2,
      selectionEnd: 2,
    })
    await devtools.send('Input.insertText', { text: '漢字' })
    await expect.poll(editor.text).toMatch(/\n\n漢字$/)
  })

  test('keeps a selection made before the card arrived', { tag: '@nightly' }, async ({
    page,
    editor,
  }) => {
    await editor.open('Some words.\n\n')
    await editor.paste(editor.urlOf('late'))
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('Shift+ArrowRight+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    const selection = () => page.evaluate(() => getSelection()?.toString())
    const before = await selection()
    await expect(page.locator(`.editor-card${done}`)).toBeVisible()
    expect(await selection()).toBe(before)
    expect(before).not.toBe('')
  })

  test('deleting the line cancels the request', { tag: '@nightly' }, async ({ page, editor }) => {
    await editor.open('Words.\n\n')
    const url = editor.urlOf('never')
    await editor.paste(url)
    await expect.poll(() => editor.requested).toEqual([url])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(editor.cards).toHaveAttribute('data-selected')
    await page.keyboard.press('Delete')
    await expect(editor.cards).toHaveCount(0)
    await expect.poll(() => editor.cancelled).toEqual([url])
    expect((await editor.text()).trim()).toBe('Words.')
  })
})

test.describe('a card that cannot be loaded', () => {
  test('shows the plain link and a “Try again” button that loads the card', async ({
    page,
    editor,
  }) => {
    await editor.open()
    const url = editor.urlOf('twice')
    await editor.paste(url)
    await expect(editor.cards).toHaveAttribute('data-state', 'failed')
    await expect(editor.cards.getByRole('link', { name: url })).toBeVisible()
    const before = await editor.cards.boundingBox()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator(`.editor-card${done}`)).toContainText('Page /twice-')
    expect(await editor.cards.boundingBox()).toEqual(before)
    expect((await editor.text()).trim()).toBe(url)
    expect(editor.requested).toEqual([url, url])
  })

  test('shows the same error for an unreachable page and an unavailable admin area', {
    tag: '@nightly',
  }, async ({ page, context, editor }) => {
    await editor.open()
    await editor.paste(editor.urlOf('dead'))
    await expect(editor.cards).toHaveAttribute('data-state', 'failed')
    await context.setOffline(true)
    await editor.paste(editor.urlOf('good'))
    await expect(page.locator('.editor-card[data-state="failed"]')).toHaveCount(2)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).last().click()
    await expect(page.locator(`.editor-card${done}`)).toContainText('Page /good-')
  })
})

test.describe('a URL that does not become a card', () => {
  const url = 'https://elsewhere.example/a'

  test('pasted onto selected text, turns it into a link', async ({ page, editor }) => {
    await editor.open('Read this')
    for (let letter = 0; letter < 'this'.length; letter++)
      await page.keyboard.press('Shift+ArrowLeft')
    await editor.paste(url)
    await expect.poll(editor.text).toBe(`Read [this](${url})`)
  })

  for (const [where, text] of fewInGate([
    ['in fenced code', '```\n'],
    ['in a list', '- '],
    ['further down in an item of a list', '- one\n\n  '],
    ['within a line', 'See '],
    ['in inline code', 'Run `curl '],
  ] as const)) {
    test(`${where}, stays plain text`, async ({ editor }) => {
      await editor.open(text)
      await editor.paste(url)
      await expect.poll(editor.text).toBe(text + url)
      await expect(editor.cards).toHaveCount(0)
      expect(editor.requested).toEqual([])
    })
  }

  test('pasted with Shift, stays plain text on an empty line and over selected text', {
    tag: '@nightly',
  }, async ({ page, editor }) => {
    await editor.open('Words\n\n')
    await editor.paste(url, 'ControlOrMeta+Shift+v')
    await expect.poll(editor.text).toBe(`Words\n\n${url}`)
    await expect(editor.cards).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+a')
    await editor.paste(url, 'ControlOrMeta+Shift+v')
    await expect.poll(editor.text).toBe(url)
    expect(editor.requested).toEqual([])
  })
})

test.describe('several URLs at once', () => {
  test('become one line each, with three requests at a time', { tag: '@nightly' }, async ({
    page,
    editor,
  }) => {
    await editor.open()
    const urls = Array.from({ length: 7 }, () => editor.urlOf('slow'))
    let maxRunning = 0
    let running = 0
    await page.route('**/admin/link-preview*', async (route) => {
      maxRunning = Math.max(maxRunning, ++running)
      const response = await route.fetch()
      running--
      await route.fulfill({ response })
    })
    await editor.paste(urls.join('\n'))
    await expect(editor.cards.first()).toBeVisible()
    expect((await editor.text()).trim().split('\n\n')).toEqual(urls)
    await expect.poll(() => editor.requested.length, { timeout: 10_000 }).toBe(7)
    await expect.poll(() => running, { timeout: 10_000 }).toBe(0)
    expect(maxRunning).toBe(3)
  })

  test('ignores invisible characters and angle brackets around a URL', { tag: '@nightly' }, async ({
    editor,
  }) => {
    await editor.open()
    const one = editor.urlOf('good')
    const two = editor.urlOf('good')
    await editor.paste(`\uFEFF<${one}>\u200B\r\n\u2066${two}\u2069 `)
    await expect(editor.cards).toHaveCount(2)
    expect((await editor.text()).trim()).toBe(`${one}\n\n${two}`)
  })

  test('500 URLs do not block typing', { tag: '@nightly' }, async ({ page, editor }) => {
    test.setTimeout(60_000)
    await editor.open()
    const urls = Array.from({ length: 500 }, () => editor.urlOf('good'))
    await page.evaluate(() => {
      Reflect.set(window, 'longest', 0)
      let last = performance.now()
      const frame = (now: number) => {
        Reflect.set(window, 'longest', Math.max(Reflect.get(window, 'longest'), now - last))
        last = now
        requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    })
    await editor.paste(urls.join('\n'))
    await page.keyboard.type('I keep typing in the meantime.', { delay: 20 })
    expect(await editor.text()).toMatch(/\n\nI keep typing in the meantime\.$/)
    const longest = await page.evaluate(() => Reflect.get(window, 'longest'))
    test
      .info()
      .annotations.push({ type: 'longest frame, ms', description: String(Math.round(longest)) })
    expect(longest).toBeLessThan(1_000)
  })
})
