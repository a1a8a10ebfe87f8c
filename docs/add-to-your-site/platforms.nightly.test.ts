import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { expect as expectPage, writeInEmbed } from '@/test/generators/embed-page'
import { startSiteBlog } from '@/test/generators/site-blog'
import { followGuide, type Site, startSite } from '@/test/generators/start-site'
import { programPath, providePrograms } from '@/test/servers/find-program'

/**
 * A platform: its guide if that has another name, the file that the guide creates, the function
 * that builds the site, and a page.
 */
type Platform = { guide?: string; created?: string; build?: (site: Site) => void; page: string }

function run(site: Site, program: string, ...args: string[]): void {
  execFileSync(program, args, {
    cwd: site.folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
}

const install = (site: Site) => run(site, 'npm', 'install', '--no-audit', '--no-fund')

const platforms: Record<string, Platform> = {
  html: { page: '/hello.html' },
  hugo: {
    created: 'layouts/partials/afterword.html',
    build(site) {
      run(site, programPath('hugo'))
      site.serve('public')
    },
    page: '/posts/hello/',
  },
  jekyll: {
    created: '_includes/afterword.html',
    build(site) {
      run(site, programPath('jekyll'), 'build')
      site.serve('_site')
    },
    page: '/hello/',
  },
  eleventy: {
    created: '_includes/afterword.njk',
    build(site) {
      install(site)
      run(site, 'npx', '@11ty/eleventy')
      site.serve('_site')
    },
    page: '/posts/hello/',
  },
  astro: {
    created: 'src/components/Afterword.astro',
    build(site) {
      install(site)
      run(site, 'npx', 'astro', 'build')
      site.serve('dist')
    },
    page: '/hello/',
  },
  turbo: { guide: 'html', build: install, page: '/hello.html' },
}

providePrograms(['chromium', 'hugo', 'jekyll'])
const sites = new Map(
  await Promise.all(
    Object.keys(platforms).map(async (name) => [name, await startSite(name)] as const),
  ),
)
const { server, browser } = await startSiteBlog([...sites.values()].map(({ origin }) => origin))

test.each(Object.entries(platforms))(
  'a site that follows the guide for %s shows the thread and accepts a comment',
  { timeout: 300_000 },
  async (name, { guide = name, created, build, page: path }) => {
    const site = sites.get(name)
    if (!site) throw new Error(`no site for ${name}`)
    const start = Date.now()
    followGuide(site, guide, server.url, created)
    build?.(site)
    await writeInEmbed(browser, server, site.origin + path, Date.now() - start)
  },
)

test.each([
  ['Astro', 'astro', '/second/'],
  ['Turbo', 'turbo', '/second.html'],
])(
  'each page of a site with client navigation by %s shows its own comments',
  async (_, name, path) => {
    const page = await browser.newPage()
    await page.goto(`${sites.get(name)?.origin}${path}`)
    await expectPage(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
    const before = await page.evaluateHandle(() => document)
    await page.getByRole('link', { name: 'The other post' }).click()
    await expectPage(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
    await page.goBack()
    await expectPage(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
    // Throws after a full load, which would destroy the handle.
    expect(await before.evaluate((first) => first === document)).toBe(true)
    await page.close()
  },
)
