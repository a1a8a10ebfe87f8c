import { expect, test } from './paste'

test('updates the preview when a card arrives late', async ({ page, editor }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await editor.open()
  await editor.paste(editor.urlOf('late'))
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('link', { name: /\/late-/ })).toBeVisible()
  await expect(preview.locator('.link-card')).toContainText('Page /late-')
})

test('aligns table columns and sets the surrounding text in the body font', async ({
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

test('marks an image without alt text but not one in a code block', async ({ page, editor }) => {
  await editor.open(
    '![](/images/a-10x5.webp)\n\n```\n![](/images/b-10x5.webp)\n```\n\n' +
      'And `![](/images/c-10x5.webp)` too.',
  )
  await expect(page.locator('.cm-alt-missing')).toHaveText('![](/images/a-10x5.webp)')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText('```\n')
  // The first image is now in the code block, and the second is not.
  await expect(page.locator('.cm-alt-missing')).toHaveText('![](/images/b-10x5.webp)')
})

test('distinguishes checked items from unchecked ones in dark mode too', async ({
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
