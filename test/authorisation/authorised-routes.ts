import type { AllowedStaff } from './actors'
import { listPages, listRouteMethods } from './server-actions'

type Allowed = 'public' | 'author or staff' | 'cron' | AllowedStaff

/** Methods of routes whose role differs from the default of their path. */
const otherRoles: Record<string, Allowed> = {
  'PATCH /api/comments/[id]': 'author or staff',
  'DELETE /api/comments/[id]': 'author or staff',
  'GET /admin/bar': 'staff',
  'GET /admin/comments/news': 'moderator',
  'GET /admin/images/library': 'writer',
  'POST /admin/images/upload': 'writer',
  'POST /admin/images/upload/to-store': 'writer',
  'POST /admin/images/upload/to-store/[id]': 'writer',
  'GET /admin/link-preview': 'writer',
  'GET /admin/posts/[id]/draft': 'author',
  'PUT /admin/posts/[id]/draft': 'author',
  'GET /admin/posts/[id]/state': 'author',
}

function defaultRole(route: string): Allowed {
  if (route.includes(' /admin/')) return 'owner'
  return route.includes(' /api/cron/') ? 'cron' : 'public'
}

/**
 * The permitted roles of each method of each route, as found in the sources. Without an entry
 * above, only the owner may use a route of the admin area, and only timers one below `/api/cron`.
 */
export const routes: Record<string, Allowed> = Object.fromEntries(
  listRouteMethods().map((route) => [route, otherRoles[route] ?? defaultRole(route)]),
)

const otherPages: Record<string, 'public' | AllowedStaff> = {
  '/admin': 'staff',
  '/admin/account': 'staff',
  '/admin/blocks': 'moderator',
  '/admin/comments': 'moderator',
  '/admin/images': 'writer',
  '/admin/posts': 'writer',
  '/admin/posts/new': 'writer',
  '/admin/posts/[id]': 'author',
  '/admin/posts/[id]/history': 'author',
  // The page for missing pages.
  '/admin/[...rest]': 'public',
  '/admin/sign-in': 'public',
  '/admin/sign-in/code': 'public',
  '/admin/forgotten': 'public',
  '/admin/reset/[token]': 'public',
}

/** The permitted roles of each page of the admin area: without an entry above, only the owner. */
export const pages: Record<string, 'public' | AllowedStaff> = Object.fromEntries(
  listPages('app/admin').map((page) => [page, otherPages[page] ?? 'owner']),
)

/** A valid body for a route that reads one. */
export const bodies: Record<string, string> = {
  'PUT /admin/posts/[id]/draft': JSON.stringify({
    base: 1,
    slug: '',
    title: 'A title',
    summary: '',
    tags: [],
    cover: '',
    coverAlt: '',
    content: 'Words.',
  }),
}

/** Valid parameters for a route that requires them. */
export const queries: Record<string, string> = {
  'GET /admin/link-preview': '?url=https%3A%2F%2Fexample.org%2F',
}

/** Returns a path of that shape for an existing object. */
export const pathOf = (shape: string, id: number) =>
  shape.replace('[token]', 'none').replace('[id]', String(id))
