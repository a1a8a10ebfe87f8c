import { type ReactNode, Suspense } from 'react'
import styles from './afterword.module.css'
import { createClient, type LinkPreview, ProblemError } from './client'
import { origin } from './server'

/** A link with the title, description and image of its page, or a plain link without them. */
export function LinkCard({ href }: { href: string }) {
  const link = <a href={href}>{href}</a>
  return (
    <Suspense fallback={link}>
      <Card href={href} fallback={link} />
    </Suspense>
  )
}

async function Card({ href, fallback }: { href: string; fallback: ReactNode }) {
  const preview = await readPreview(href)
  if (!preview) return fallback
  const { title, description, image, siteName } = preview
  return (
    <a href={href} className={styles.card} rel="noopener">
      {image && <img src={image} alt="" loading="lazy" referrerPolicy="no-referrer" />}
      <strong dir="auto">{title}</strong>
      {description && <span dir="auto">{description}</span>}
      <small dir="auto">{siteName}</small>
    </a>
  )
}

/** Returns the preview of a page, cached for a day, or undefined if the page cannot be read. */
async function readPreview(href: string): Promise<LinkPreview | undefined> {
  const blog = createClient(origin, {
    fetch: (input, init) => fetch(input, { ...init, next: { revalidate: 86_400 } }),
  })
  try {
    return await blog.getLinkPreview(href)
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof TypeError)) throw error
    return undefined
  }
}
