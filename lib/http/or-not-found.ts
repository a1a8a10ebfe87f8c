import 'server-only'
import { notFound } from 'next/navigation'
import { NotFound } from '@/lib/errors'

/** Returns the result of `find`; responds 404 if it throws `NotFound`. */
export async function orNotFound<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof NotFound) notFound()
    throw error
  }
}
