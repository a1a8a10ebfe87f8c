import 'server-only'
import { notFound } from 'next/navigation'
import { type Blog, getBlog } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ none?: string[] }> }

/** Not made at build time, which has no database: that alone is why such an address could have more parts, and has none. */
export function notAtBuild() {
  return []
}

/** A handler of one address, whose answer is made of what the owner set, and kept until that changes. */
export function blogRoute(answer: (blog: Blog) => Response | Promise<Response>) {
  return async (_: Request, { params }: Context): Promise<Response> => {
    if ((await params).none) notFound()
    return answer(await getBlog())
  }
}
