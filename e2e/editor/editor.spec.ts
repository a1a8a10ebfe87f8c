import { configurations } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { expect, openEditor, publish, test, textOf, write } from './editor'

test.describe('with the keyboard', () => {
  test.beforeEach(async ({ blog, editor }) => {
    await openEditor(blog, editor.path)
    await write(blog, '')
  })

  test('the usual shortcuts format text', async ({ blog, editor }) => {
    await blog.keyboard.type('one two')
    await blog.keyboard.press('Control+b')
    await blog.keyboard.press('Control+i')
    await blog.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => (await editor.saved()).content).toBe('one **_two_**')
  })

  test('continues, indents and ends a list', async ({ blog, editor }) => {
    await blog.keyboard.type('- one\ntwo')
    await blog.keyboard.press('Tab')
    await blog.keyboard.type('\n')
    await blog.keyboard.press('Enter')
    await blog.keyboard.press('Enter')
    await blog.keyboard.type('after')
    await expect
      .poll(async () => (await editor.saved()).content)
      .toMatch(/^- one\n {2}- two\n\s*after$/)
  })

  test('“/” on an empty line lists blocks and inserts the chosen one', async ({ blog, editor }) => {
    await blog.keyboard.type('words\n/tab')
    await blog.getByRole('option', { name: 'Table' }).click()
    await blog.keyboard.type('name')
    await blog.keyboard.press('Tab')
    await blog.keyboard.type('number')
    await expect
      .poll(async () => (await editor.saved()).content)
      .toContain('words\n\n| name    | number')
    await blog.keyboard.press('Tab')
    await expect
      .poll(async () => (await editor.saved()).content)
      .toBe('words\n\n| name    | number    |\n| --- | --- |\n|     |     |')
  })

  test('“/” inserts callouts and footnotes', { tag: '@nightly' }, async ({ blog, editor }) => {
    await blog.keyboard.type('/call')
    await blog.getByRole('option', { name: 'Callout' }).click()
    await blog.keyboard.type('Mind the gap.')
    await expect
      .poll(async () => (await editor.saved()).content)
      .toMatch(/^> \[!NOTE\]\n> Mind the gap\./)
    await blog.keyboard.press('ControlOrMeta+End')
    await blog.keyboard.type('\n\n/foot')
    await blog.getByRole('option', { name: 'Footnote' }).click()
    await expect
      .poll(async () => (await editor.saved()).content)
      .toMatch(/\[\^1\](?:.|\n)*\[\^1\]: /)
  })

  test('Tab indents in a list, and after Escape moves focus out', { tag: '@nightly' }, async ({
    blog,
    editor,
  }) => {
    await blog.keyboard.type('- one')
    await blog.keyboard.press('Tab')
    await expect(editor.text).toBeFocused()
    // CodeMirror lets Tab leave the editor for two seconds after Escape.
    await expect(async () => {
      await blog.keyboard.press('Escape')
      await blog.keyboard.press('Tab')
      await expect(editor.text).not.toBeFocused({ timeout: 1_000 })
    }).toPass({ timeout: 10_000 })
  })
})

test('the toolbar is one tab stop, and arrow keys move along it', async ({ blog, editor }) => {
  await openEditor(blog, editor.path)
  const buttons = blog.getByRole('toolbar', { name: 'Formatting' }).getByRole('button')
  await buttons.first().focus()
  // The keys that would scroll the page.
  await blog.evaluate(() =>
    addEventListener('keydown', (event) => Reflect.set(window, 'isTaken', event.defaultPrevented)),
  )
  await blog.keyboard.press('ArrowRight')
  await expect(buttons.nth(1)).toBeFocused()
  expect(await blog.evaluate(() => Reflect.get(window, 'isTaken'))).toBe(true)
  await blog.keyboard.press('Tab')
  await expect(editor.text).toBeFocused()
  await blog.keyboard.press('Shift+Tab')
  await expect(buttons.nth(1)).toBeFocused()
  await blog.keyboard.press('Home')
  await blog.keyboard.press('ArrowLeft')
  await expect(buttons.last()).toBeFocused()
})

test('the preview matches the page, follows the text and scrolls in sync', async ({
  blog,
  admin,
}) => {
  await blog.setViewportSize({ width: 1_280, height: 800 })
  const [post] = await admin.sql(`SELECT id FROM posts WHERE slug = 'how-a-view-is-counted'`)
  await openEditor(blog, `/admin/posts/${post?.id}`)
  await blog.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = blog.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('.prose')).toContainText('The obvious view counter')
  const drawn = (await preview.locator('.prose').innerHTML()).replaceAll(/ data-line="\d+"/g, '')
  const reader = await blog.context().newPage()
  await reader.goto('/posts/how-a-view-is-counted')
  // Ignores line breaks between blocks and the comments that React puts between two text nodes.
  const normalized = (html: string) =>
    html
      .replaceAll('<!-- -->', '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  expect(normalized(drawn)).toBe(
    normalized(await reader.locator('.prose:not(.prose-comment)').first().innerHTML()),
  )
  await reader.close()

  const heading = preview.getByRole('heading', { name: 'Known inaccuracies' })
  // The editor estimates the height of lines that were never rendered, so the test scrolls to a
  // line and not to an offset.
  await expect(async () => {
    await blog.locator('.cm-scroller').evaluate((scroller) => {
      const line = [...scroller.querySelectorAll('.cm-line')].find(({ textContent }) =>
        textContent.includes('Known inaccuracies'),
      )
      const ahead = line
        ? line.getBoundingClientRect().top - scroller.getBoundingClientRect().top
        : scroller.clientHeight
      scroller.scrollTop += ahead - 20
    })
    await expect(blog.locator('.cm-line', { hasText: 'Known inaccuracies' })).toBeInViewport({
      timeout: 100,
    })
  }).toPass()
  await expect(heading).toBeInViewport()
  await preview.evaluate((pane) => {
    pane.scrollTop = 0
  })
  await expect
    .poll(() => blog.locator('.cm-scroller').evaluate((scroller) => scroller.scrollTop))
    .toBeLessThan(40)
})

test('submits the surrounding form together with the text', { tag: '@nightly' }, async ({
  blog,
  editor,
}) => {
  await openEditor(blog, editor.path)
  await write(blog, 'Sent along')
  const sent = await blog.evaluate(() => {
    const form = document.querySelector('form:has(.editor)')
    return form instanceof HTMLFormElement ? new FormData(form).get('content') : undefined
  })
  expect(sent).toBe('Sent along')
})

test('Enter and the down arrow lead from the title to the text, and Ghost’s keys work', async ({
  blog,
  editor,
}) => {
  await openEditor(blog, editor.path)
  for (const key of ['Enter', 'ArrowDown']) {
    await blog.getByLabel('Title', { exact: true }).press(key)
    await expect(editor.text).toBeFocused()
  }
  await write(blog, 'words')
  await blog.keyboard.press('Control+Alt+3')
  await blog.keyboard.press('Control+Shift+K')
  await expect.poll(async () => (await editor.saved()).content).toBe('### `words`')
  await blog.keyboard.press('Control+p')
  await expect(blog.getByRole('region', { name: 'Preview' })).toContainText('words')
  await blog.keyboard.press('Control+p')
  await blog.getByLabel('Title', { exact: true }).fill('Saved at once')
  await blog.keyboard.press('ControlOrMeta+s')
  await expect.poll(async () => (await editor.saved()).title).toBe('Saved at once')
  await editor.text.press('a')
  await blog.keyboard.press('Control+Shift+p')
  await expect(blog.getByText('Update this post?')).toBeVisible()
  await expect(blog.getByRole('button', { name: 'Update', exact: true })).toBeFocused()
  await expect(editor.status).toHaveText('Saved')
  await blog.keyboard.press('Escape')
  await expect(blog.getByText('Update this post?')).toBeHidden()
})

test('finds and replaces text', async ({ blog, editor }) => {
  await openEditor(blog, editor.path)
  await write(blog, 'one two one')
  await blog.keyboard.press('ControlOrMeta+f')
  await blog.getByRole('textbox', { name: 'Find' }).pressSequentially('one')
  const count = blog.locator('.cm-search output')
  await expect(count).toHaveText('0/2')
  await blog.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(count).toHaveText('1/2')
  await blog.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(count).toHaveText('2/2')
  await blog.getByRole('textbox', { name: 'Replace with' }).fill('three')
  await blog.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(async () => (await editor.saved()).content).toBe('three two three')
})

test('pasted HTML becomes Markdown, and plain text stays as it is', async ({ blog, editor }) => {
  await openEditor(blog, editor.path)
  await write(blog, '')
  const paste = (html: string, text: string) =>
    blog.locator('.cm-content').evaluate(
      (content, [html, text]) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', String(html))
        clipboardData.setData('text/plain', String(text))
        const init = { clipboardData, bubbles: true, cancelable: true }
        content.dispatchEvent(new ClipboardEvent('paste', init))
      },
      [html, text],
    )
  await paste('<h2>A title</h2><p>Some <b>words</b>.</p>', 'A title Some words.')
  await expect
    .poll(async () => (await editor.saved()).content)
    .toBe('## A title\n\nSome **words**.')
  await write(blog, '')
  await paste('<p style="color: red">a * b</p>', 'a * b')
  await expect.poll(async () => (await editor.saved()).content).toBe('a * b')
})

test('a video contacts its platform only after a click', { tag: '@nightly' }, async ({
  blog,
  admin,
  editor,
}) => {
  await openEditor(blog, editor.path)
  await write(blog, 'https://www.youtube.com/watch?v=abc_def-123')
  await publish(blog, 'Update')
  await expect(blog.locator('.admin-notice')).toContainText('Updated.')
  const others: string[] = []
  await blog.route(
    (url) => !/^(?:127\.0\.0\.1|localhost)$/.test(url.hostname),
    (route) => {
      others.push(new URL(route.request().url()).hostname)
      return route.abort()
    },
  )
  await blog.goto(`/posts/${admin.slug}`)
  await blog.getByRole('link', { name: /^Play video/ }).scrollIntoViewIfNeeded()
  await blog.waitForLoadState('networkidle')
  expect(others).toEqual([])
  await blog.getByRole('link', { name: /^Play video/ }).click()
  await expect.poll(() => others).toContain('www.youtube-nocookie.com')
})

test('on a phone, the title and the text are in the top half of the screen', async ({
  blog,
  editor,
}) => {
  await blog.setViewportSize({ width: 390, height: 844 })
  await openEditor(blog, editor.path)
  const title = await blog.getByLabel('Title', { exact: true }).boundingBox()
  const text = await textOf(blog).boundingBox()
  for (const box of [title, text]) expect(box?.y).toBeLessThan(844 / 2)
})

test('the bar and the toolbar stay in sight at the end of a long text', async ({
  blog,
  editor,
}) => {
  await blog.setViewportSize({ width: 390, height: 844 })
  await openEditor(blog, editor.path)
  await write(blog, 'A paragraph.\n\n'.repeat(80))
  await expect(blog.getByText('A paragraph.').last()).toBeInViewport()
  for (const place of [blog.locator('.post-bar'), blog.getByRole('toolbar')])
    await expect(place).toBeInViewport({ ratio: 1 })
})

test('shows the length of the post in words and minutes', { tag: '@nightly' }, async ({
  blog,
  editor,
}) => {
  await openEditor(blog, editor.path)
  await write(blog, '')
  await expect(blog.locator('.editor-count')).toHaveText('0 words')
  await write(blog, '[four](https://example.org/a/b) words and one '.repeat(120))
  await expect(blog.locator('.editor-count')).toHaveText('480 words · 2 min read')
})

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('the editor works, does not overflow, and has accessible names', async ({
      blog,
      editor,
    }) => {
      await (use.javaScriptEnabled ? openEditor(blog, editor.path) : blog.goto(editor.path))
      if (use.javaScriptEnabled) {
        await expect(editor.text).toHaveAttribute('spellcheck', 'true')
        await blog.getByRole('button', { name: 'Preview', exact: true }).click()
        await expect(editor.text).toBeVisible({ visible: use.viewport.width >= 960 })
        await expect(blog.getByRole('region', { name: 'Preview' })).toContainText('Words.')
      } else await expect(blog.locator('textarea[name="content"]')).toHaveValue('Words.')
      expect(
        await blog.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      // The accessibility check needs JavaScript.
      if (!use.javaScriptEnabled) return
      await expectAccessible(blog)
    })
  })
}
