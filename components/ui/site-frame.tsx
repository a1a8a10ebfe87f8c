import type { ReactNode } from 'react'
import { FeedLinks } from '@/components/feeds/feed-links'
import { getBlog } from '@/lib/settings/get-blog'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'
import { StaffBar } from './staff-bar'
import { ThemeScript } from './theme-script'

/** The header and footer of the blog around a page. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const blog = await getBlog()
  return (
    <>
      <ThemeScript />
      <FeedLinks blog={blog} />
      <SiteHeader blog={blog} />
      <main id="content" className="mx-auto max-w-measure px-5">
        {children}
      </main>
      <SiteFooter blog={blog} />
      <StaffBar />
    </>
  )
}
