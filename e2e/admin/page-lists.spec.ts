import { expect, test } from '@playwright/test'
import { publicPages } from '@/e2e/support/public-pages'
import { listPages } from '@/test/authorisation/server-actions'
import { adminPages } from './admin'

/** Pages with a test of their own, because their address needs a row or another session. */
const others = [
  '/comments/[id]',
  '/[slug]',
  '/admin/pages/new',
  '/admin/posts/[id]',
  '/admin/posts/[id]/history',
  '/admin/posts/new',
  '/admin/sign-in',
  '/admin/sign-in/code',
  '/admin/forgotten',
  '/admin/sites/[id]',
  '/admin/sites/[id]/threads',
]

const rows = { comment: 1, reply: 2, newest: 3, previewKey: 'k', invitation: 'i', ticket: 't' }

/** Returns the regular expression of a page’s paths, as Next.js matches them. */
const shapeOf = (page: string) =>
  new RegExp(
    `^${page
      .replaceAll(/\/\[\[\.\.\.\w+\]\]/g, '(?:/.+)?')
      .replaceAll(/\[\.\.\.\w+\]/g, '.+')
      .replaceAll(/\[\w+\]/g, '[^/]+')}/?$`,
  )

/** Returns a text that sorts the page first that serves an address: it has fixed segments early. */
const rankOf = (page: string) =>
  page
    .split('/')
    .map((segment) => ['[[', '[...', '['].findIndex((start) => segment.startsWith(start)))
    .map((kind) => (kind === -1 ? 0 : 3 - kind))
    .join('')

test('the lists of pages for general rules contain every page', () => {
  const pages = listPages('app')
  const listed = new Set(
    [...publicPages.map(({ path }) => path), ...adminPages].flatMap((path) => {
      const address = typeof path === 'string' ? path : path(rows)
      const [pathname = ''] = address.split('?', 1)
      const found = pages.filter((page) => shapeOf(page).test(pathname))
      return found.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1)).slice(0, 1)
    }),
  )
  expect(pages.filter((page) => !listed.has(page) && !others.includes(page))).toEqual([])
})
