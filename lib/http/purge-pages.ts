import 'server-only'
import { revalidatePath } from 'next/cache'

/** Every page that shows posts is made anew when it is next asked for. Only within a request: it throws elsewhere. */
export function purgePages(): void {
  revalidatePath('/', 'layout')
}

/**
 * The same for what shows one post and its comments: its own page, the pages of comments, the feeds, and the lists. Of the
 * pages of comments those of other posts go too: they are made anew one by one, when somebody asks.
 */
export function purgePost(slug: string): void {
  revalidatePath(`/posts/${slug}`)
  revalidatePath('/posts/[slug]/comments', 'layout')
  revalidatePath('/posts/[slug]/comments.xml', 'layout')
  revalidatePath('/feeds/[feed]', 'layout')
  revalidatePath('/tags/[tag]/feed.xml', 'layout')
  revalidatePath('/page/[number]', 'page')
  revalidatePath('/tags/[tag]', 'page')
  revalidatePath('/tags/[tag]/page/[number]', 'page')
}

/** The same where what the post itself says has changed: what programs read of it, its picture, and what lists all posts. */
export function purgeChangedPost(slug: string): void {
  purgePost(slug)
  revalidatePath(`/posts/${slug}/opengraph-image`)
  revalidatePath('/posts/[slug]/markdown', 'layout')
  revalidatePath('/files/[file]', 'layout')
  revalidatePath('/archive/[[...year]]', 'page')
  revalidatePath('/tags/[[...none]]', 'page')
}

/** The same where the post has come, gone, or is called otherwise: those before and after it, and those like it, lead there. */
export function purgeMovedPost(slug: string): void {
  purgeChangedPost(slug)
  revalidatePath('/posts/[slug]', 'page')
}
