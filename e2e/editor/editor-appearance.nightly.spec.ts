import { expect, test } from './paste'

test('updates the preview when a card arrives late', async ({ page, editor }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await editor.open()
  await editor.paste(editor.urlOf('late'))
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
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

test('shows an image with fields for its texts and width, but not one in a code block', async ({
  page,
  editor,
}) => {
  await editor.open('![](/icon.svg)\n\n```\n![](/icon.svg)\n```\n\nAnd `![](/icon.svg)` too.')
  const figure = page.getByRole('group', { name: 'Image' })
  await expect(figure).toHaveCount(1)
  await figure.getByLabel('Alternative text').pressSequentially('A hill')
  await figure.getByLabel('Caption').pressSequentially('In "May"')
  await expect(figure.getByLabel('Caption')).toBeFocused()
  await figure.getByLabel('Width').selectOption('Wide')
  await expect.poll(editor.text).toMatch(/^!\[A hill\]\(\/icon\.svg#wide "In \\"May\\""\)\n\n```/)
  await figure.getByRole('button', { name: 'Edit as Markdown' }).click()
  await expect(page.locator('.cm-line').first()).toContainText('#wide')
})

test('distinguishes checked items from unchecked ones in dark mode too', async ({
  page,
  editor,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await editor.open('- [x] done\n- [ ] to do\n')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
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
