/**
 * Performs the journeys of a writer and a moderator in Chromium, by touch at 390 px and by keyboard
 * and mouse at 1,280 px. Counts taps, clicks and keys, but not the letters of prose. Each action
 * takes a second, about as long as a person needs (1.1 s to point: Card, Moran and Newell, 1980).
 */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { addDraft, withAdminPage } from '@/bench/support/admin-chromium'
import { type Figure, show } from '@/bench/support/figure'
import { type Blog, withBlog } from '@/bench/support/prepare'

const actionMs = 1_000
const paragraph = 'A sentence of average length, like those in most posts. '.repeat(4)

/** A person who uses a page, and the number of their taps, clicks and keys. */
class Person {
  actions = 0
  constructor(
    public page: Page,
    readonly hasTouch: boolean,
  ) {}

  async act<Result>(perform: () => Promise<Result>): Promise<Result> {
    await this.page.waitForTimeout(actionMs)
    this.actions += 1
    return perform()
  }

  tap(target: Locator): Promise<void> {
    return this.act(() => (this.hasTouch ? target.tap() : target.click()))
  }

  press(key: string): Promise<void> {
    return this.act(() => this.page.keyboard.press(key))
  }

  /** Uses the shortcut on a computer and the button on a phone. */
  use(key: string, button: Locator): Promise<void> {
    return this.hasTouch ? this.tap(button) : this.press(key)
  }

  write(prose: string): Promise<void> {
    return this.page.keyboard.insertText(prose)
  }

  /** Opens a page, and waits for the editor if there is one. */
  async open(path: string): Promise<void> {
    await this.page.goto(path, { waitUntil: 'networkidle' })
    if (/^\/admin\/posts\/\d/.test(path)) await editorIsOpen(this.page)
  }
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const sheet = (page: Page) => page.locator('.post-publish > summary')
const openSheetKey = 'ControlOrMeta+Shift+p'
const editorIsOpen = (page: Page) => button(page, 'Image').waitFor()

async function waitUntil(check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await check()); ) {
    if (Date.now() > end) throw new Error(`timed out after 20 s: ${check}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const readerSees = async ({ server }: Blog, slug: string, text: string) =>
  (await (await fetch(`${server.url}/posts/${slug}`)).text()).includes(text)

/** Returns the last saved text, published or not. */
async function savedText({ database }: Blog, path: string): Promise<string> {
  const { rows } = await database.sql(
    `SELECT coalesce(copy.content, posts.content) AS text
       FROM posts LEFT JOIN post_working_copies AS copy ON post_id = id WHERE id = $1`,
    [path.split('/').at(-1)],
  )
  return String(rows[0].text)
}

type Journey = {
  name: string
  /**
   * The number of taps, clicks and keys that Ghost 6 needs, according to its own browser tests
   * (`publishing` and Koenig's `image-card` in TryGhost/Ghost). Undefined if Ghost has no such
   * screen.
   */
  ghost?: number
  target: string
  secondsMax?: number
  /** Prepares the blog and returns the address where the person starts. */
  prepare: (blog: Blog, id: string) => Promise<string>
  perform: (person: Person, blog: Blog, id: string, path: string) => Promise<void>
}

const asGhost = 'no more than Ghost'

const journeys: Journey[] = [
  {
    name: 'write and publish a post',
    // “New post”, Enter, “Publish”, “Continue, final review”, “Publish post, right now”.
    ghost: 5,
    target: asGhost,
    prepare: async () => '/admin/posts',
    perform: async (person, blog, id) => {
      const { page } = person
      await person.tap(page.getByRole('main').getByRole('link', { name: 'New post' }))
      await editorIsOpen(page)
      await person.write(`Published ${id}`)
      await person.press('Enter')
      await person.write(paragraph)
      await person.use(openSheetKey, sheet(page))
      await person.use('Enter', button(page, 'Publish now'))
      await waitUntil(() => readerSees(blog, `published-${id}`, paragraph.trim()))
    },
  },
  {
    name: 'add a picture with alternative text',
    // “+”, “Image”, the file, “Alt”, after a tap on the text.
    ghost: 5,
    target: asGhost,
    prepare: (blog, id) => addDraft(blog, 'First words.', `illustrated-${id}`),
    perform: async (person, blog, _, path) => {
      const { page } = person
      const buffer = await sharp({
        create: { width: 1_200, height: 800, channels: 3, background: '#698' },
      })
        .png()
        .toBuffer()
      await person.tap(text(page))
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        person.tap(button(page, 'Image')),
      ])
      await person.act(() => chooser.setFiles({ name: 'hill.png', mimeType: 'image/png', buffer }))
      await person.tap(page.getByLabel('Alternative text', { exact: true }))
      await person.write('A hill')
      await waitUntil(async () => (await savedText(blog, path)).includes('![A hill](/images/'))
    },
  },
  {
    name: 'schedule a draft',
    // “Publish”, “Right now”, “Schedule for later”, date, time, “Continue”, “Publish post”.
    ghost: 7,
    target: asGhost,
    prepare: (blog, id) => addDraft(blog, 'First words.', `scheduled-${id}`),
    perform: async (person) => {
      const { page } = person
      await person.use(openSheetKey, sheet(page))
      const field = page.getByLabel('Date and time', { exact: false })
      await person.tap(field)
      await field.fill('2040-01-02T03:04')
      await person.use('Enter', button(page, 'Schedule'))
      await page.locator('.post-bar > .post-state', { hasText: 'Scheduled' }).waitFor()
    },
  },
  {
    name: 'revise a published post, then update it',
    // A tap on the text, “Update”. Ghost does not ask for confirmation.
    ghost: 2,
    target: 'no change for readers before “Update”, one confirmation',
    prepare: async (blog, id) => {
      const path = await addDraft(blog, 'First words.', `revised-${id}`)
      await blog.database.sql("UPDATE posts SET draft = false WHERE slug = 'revised-' || $1", [id])
      return path
    },
    perform: async (person, blog, id, path) => {
      const { page } = person
      await person.tap(text(page))
      for (let part = 1; part <= 10; part++) {
        await person.write(`Revision ${part}. ${paragraph}`)
        await waitUntil(async () => (await savedText(blog, path)).includes(`Revision ${part}.`))
        if (await readerSees(blog, `revised-${id}`, 'Revision'))
          throw new Error('a reader saw a change before the update')
      }
      await person.use(openSheetKey, sheet(page))
      await person.use('Enter', button(page, 'Update'))
      await waitUntil(() => readerSees(blog, `revised-${id}`, 'Revision 10.'))
    },
  },
  {
    name: 'two people edit at once',
    target: 'both texts kept',
    prepare: (blog, id) => addDraft(blog, 'First words.\n\nLast words.', `shared-${id}`),
    perform: async (person, blog, _, path) => {
      const { page } = person
      const storageState = await page.context().storageState()
      const baseURL = blog.server.url
      const theirs = await page.context().browser()?.newContext({ storageState, baseURL })
      if (!theirs) throw new Error('no second browser is available')
      const other = new Person(await theirs.newPage(), false)
      await other.open(path)
      await text(other.page).click()
      await other.page.keyboard.press('ControlOrMeta+End')
      await other.write('\n\nTheir words.')
      await waitUntil(async () => (await savedText(blog, path)).includes('Their words.'))
      await person.tap(text(page))
      await page.keyboard.press('ControlOrMeta+Home')
      await person.write('My words.\n\n')
      await person.tap(button(page, 'Compare'))
      await person.tap(button(page, 'Save merged text'))
      await waitUntil(async () => /^My.*Their words\.$/s.test(await savedText(blog, path)))
      await theirs.close()
    },
  },
  {
    name: 'write without a connection, and close the page',
    target: 'nothing lost',
    prepare: (blog, id) => addDraft(blog, 'First words.', `lost-${id}`),
    perform: async (person, blog, _, path) => {
      const context = person.page.context()
      await person.tap(text(person.page))
      await context.setOffline(true)
      await person.write('Written in a tunnel. ')
      await person.page.locator('.editor-saving', { hasText: 'Offline' }).waitFor()
      await person.page.close()
      await context.setOffline(false)
      person.page = await context.newPage()
      await person.open(path)
      await person.tap(button(person.page, 'Restore'))
      await waitUntil(async () => (await savedText(blog, path)).includes('in a tunnel.'))
    },
  },
  {
    name: 'moderate 50 comments',
    target: '≤ 120 s, one action each',
    secondsMax: 120,
    prepare: async ({ database }, id) => {
      await database.sql(
        `WITH post AS (INSERT INTO posts (slug, title, content, published_at)
                       VALUES ($1, 'Moderated', 'Words.', now()) RETURNING id)
         INSERT INTO comments (post_id, status, author_name, content, created_at)
         SELECT id, 'pending', 'Reader ' || n, 'I agree with number ' || n || '.',
                now() - n * interval '1 minute' FROM post, generate_series(1, 50) AS n`,
        [`moderated-${id}`],
      )
      return `/admin/comments?post=moderated-${id}`
    },
    perform: async (person, { database }, id) => {
      const { page, hasTouch } = person
      const bar = page.getByRole('form', { name: 'Bulk actions' })
      const current = `.admin-comment${hasTouch ? '[data-current]' : ':focus'}`
      if (!hasTouch) await person.press('j')
      for (let n = 1; n <= 50; n++) {
        await page.locator(current, { hasText: `number ${n}.` }).waitFor()
        const [key, name] =
          n % 5 === 0 ? ['d', 'Delete'] : n % 3 === 0 ? ['s', 'Spam'] : ['a', 'Approve']
        await person.use(key, bar.getByRole('button', { name }))
      }
      await waitUntil(async () => {
        const { rows } = await database.sql(
          `SELECT count(*)::integer AS pending FROM comments JOIN posts ON posts.id = post_id
            WHERE slug = $1 AND status = 'pending'`,
          [`moderated-${id}`],
        )
        return rows[0].pending === 0
      })
    },
  },
]

const devices = [
  {
    id: 'phone',
    device: '390 px by touch',
    unit: 'taps',
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  {
    id: 'computer',
    device: '1,280 px by keyboard and mouse',
    unit: 'keys and clicks',
    options: { viewport: { width: 1_280, height: 900 }, hasTouch: false },
  },
]

export async function measureJourneys(blog: Blog): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, ghost, target, secondsMax = Infinity, prepare, perform } of journeys)
    for (const { id, device, unit, options } of devices) {
      const path = await prepare(blog, id)
      const measure = async (page: Page) => {
        const person = new Person(page, options.hasTouch)
        await person.open(path)
        const startedAt = performance.now()
        await perform(person, blog, id, path)
        return { actions: person.actions, seconds: (performance.now() - startedAt) / 1_000 }
      }
      const { actions, seconds } = await withAdminPage(blog, measure, options)
      const isFewer = target !== asGhost || ghost === undefined || actions <= ghost
      figures.push(
        show({
          what: `${name}, ${device}`,
          ours: `${actions} ${unit}, ${seconds.toFixed(1)} s`,
          baseline: ghost === undefined ? '—' : `${ghost} in Ghost 6`,
          ratio: ghost === undefined ? '—' : `${(actions / ghost).toFixed(2)} ×`,
          target,
          reached: isFewer && seconds <= secondsMax,
        }),
      )
    }
  return figures
}

if (process.argv[1] === import.meta.filename) await withBlog(measureJourneys)
