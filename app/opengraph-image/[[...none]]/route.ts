import { notFound } from 'next/navigation'
import { drawShareImage } from '@/components/ui/share-image'
import { getBlog } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ none?: string[] }> }

export const dynamic = 'force-static'

/** Seconds: a change of the settings purges it. */
export const revalidate = 300

/** Not drawn at build time, which has no database: that alone is why this address could have more parts, and has none. */
export function generateStaticParams() {
  return []
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  if ((await params).none) notFound()
  const { name, description } = await getBlog()
  return drawShareImage({ title: description || name, name })
}
