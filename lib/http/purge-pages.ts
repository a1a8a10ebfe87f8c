import 'server-only'
import { revalidatePath } from 'next/cache'

/** Every page that shows posts is made anew when it is next asked for. Only within a request: it throws elsewhere. */
export function purgePages(): void {
  revalidatePath('/', 'layout')
}

/** The same for the pages that show one post: its own, and the lists. */
export function purgePost(slug: string): void {
  revalidatePath(`/posts/${slug}`)
  revalidatePath('/page/[number]', 'page')
}
