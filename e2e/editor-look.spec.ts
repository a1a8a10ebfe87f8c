import { expect, test } from './paste'

test('a card that comes late is in the preview without another key', async ({ page, editor }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await editor.open()
  await editor.paste(editor.urlOf('late'))
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('link', { name: /\/late-/ })).toBeVisible()
  await expect(preview.locator('.link-card')).toContainText('Page /late-')
})

test('the columns of a table stand beneath one another, the words around it are set as text', async ({
  page,
  editor,
}) => {
  await editor.open('Words.\n\n| one | two |\n|-----|-----|\n| iii | www |\n| www | iii |\n')
  const widths = await page.locator('.cm-table-line').evaluateAll((lines) =>
    lines.slice(2).map((line) => {
      const range = document.createRange()
      range.selectNodeContents(line)
      return Math.round(range.getBoundingClientRect().width)
    }),
  )
  expect(widths).toHaveLength(2)
  expect(widths[0]).toBe(widths[1])
  await expect(page.locator('.cm-line').first()).not.toHaveClass(/cm-table-line/)
})

test('an image without words is marked as one, an example of it in code is not', async ({
  page,
  editor,
}) => {
  await editor.open(
    '![](/images/a-10x5.webp)\n\n```\n![](/images/b-10x5.webp)\n```\n\nAnd `![](/images/c-10x5.webp)` too.',
  )
  await expect(page.locator('.cm-alt-missing')).toHaveText('![](/images/a-10x5.webp)')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText('```\n')
  // Now the first is in code, and what was code is none.
  await expect(page.locator('.cm-alt-missing')).toHaveText('![](/images/b-10x5.webp)')
})

test('what is ticked off can be told from what is not, on a dark page too', async ({
  page,
  editor,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await editor.open('- [x] done\n- [ ] to do\n')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const boxes = page.getByRole('region', { name: 'Preview' }).getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  const [done, open] = await boxes.evaluateAll((all) =>
    all
      .map((box) => getComputedStyle(box))
      .map(({ backgroundColor, borderTopColor }) => ({ backgroundColor, borderTopColor })),
  )
  const muted = await page.locator('.editor-preview').evaluate((pane) => {
    const probe = pane.appendChild(document.createElement('i'))
    probe.style.color = 'var(--color-muted)'
    return getComputedStyle(probe).color
  })
  expect(done?.backgroundColor).toBe(muted)
  expect(open?.borderTopColor).toBe(muted)
})
