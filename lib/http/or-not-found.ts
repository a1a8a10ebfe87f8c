import 'server-only'
import { notFound } from 'next/navigation'
import { NotFound } from '@/lib/errors'

/** What a page shows; where there is no such thing, the page is not there. Anything else that is thrown is thrown on. */
export async function orNotFound<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof NotFound) notFound()
    throw error
  }
}
