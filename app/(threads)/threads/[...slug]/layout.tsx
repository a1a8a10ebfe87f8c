import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/ui/site-frame'
import { directionOf } from '@/lib/settings/language'
import { contentLanguage, setSiteLanguage } from '@/lib/settings/page-language'
import { readPageThread } from './read-page-thread'

type Props = { params: Promise<{ slug: string[] }>; children: ReactNode }

const setLanguage = (params: Props['params']) =>
  setSiteLanguage(async () => {
    const { site } = await readPageThread((await params).slug.join('/'))
    return site.language
  })

/** Sets the language before the metadata of the page, which are rendered beside the layouts. */
export function generateMetadata({ params }: Props): Metadata {
  setLanguage(params)
  return {}
}

/** The header and footer of the blog in the language of the site to which the thread belongs. */
export default async function ThreadLayout({ params, children }: Props) {
  setLanguage(params)
  const locale = await getLocale()
  return (
    <div
      lang={locale}
      dir={directionOf(locale)}
      data-content-language={await contentLanguage()}
      className="contents"
    >
      <SiteFrame>{children}</SiteFrame>
    </div>
  )
}
