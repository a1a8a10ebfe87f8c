import 'server-only'
import { notFound } from 'next/navigation'
import { type Blog, getBlog } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ none?: string[] }> }

/**
 * Skips generation at build time, when there is no database. Only this requires the routes to have
 * an optional catch-all parameter.
 */
export function notAtBuild() {
  return []
}

/** Makes a route handler that depends only on the blog's settings, and is cached. */
export function blogRoute(answer: (blog: Blog) => Response | Promise<Response>) {
  return async (_: Request, { params }: Context): Promise<Response> => {
    if ((await params).none) notFound()
    return answer(await getBlog())
  }
}
