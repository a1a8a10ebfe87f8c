import type { ReactNode } from 'react'
import { currentLocale, type Translate, translator } from '@/lib/i18n/translator'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { LinkCardOverrides } from '@/lib/markdown/link-card-directive'
import { readVideo, type Video } from '@/lib/markdown/video'
import { LinkCard, withCardOverrides } from './link-card'

/**
 * Returns a function that renders the links of a post as cards, with the author's text if there is
 * any, and videos as players. It returns undefined for other links without a stored preview, which
 * stay links.
 */
export function linkCardsFrom(
  previews: ReadonlyMap<string, LinkPreview>,
): (url: string, overrides: LinkCardOverrides) => ReactNode | undefined {
  // Messages are resolved now: a server action's result is rendered outside of `runInLanguage`.
  const texts = { lang: currentLocale(), t: translator('posts') }
  return (url, overrides) => {
    const found = previews.get(url)
    const preview = found && withCardOverrides(found, overrides)
    const video = readVideo(url)
    if (video) return <VideoCard url={url} video={video} preview={preview} {...texts} />
    return preview && <LinkCard preview={preview} href={url} />
  }
}

/**
 * A video that loads when the reader plays it (`VideoPlayer`). Until then, the page shows the
 * stored picture and contacts no other site. Without JavaScript, it is a link.
 */
function VideoCard({
  url,
  video: { player, host },
  preview,
  lang,
  t,
}: {
  url: string
  video: Video
  preview: LinkPreview | undefined
  lang: string
  t: Translate<'posts'>
}) {
  const title = preview?.title ?? url
  return (
    <figure className="video" data-player={player}>
      <a href={url} aria-label={t('video.play', { title })}>
        {preview && preview.image !== '' && (
          <img src={preview.image} alt="" loading="lazy" decoding="async" />
        )}
      </a>
      <figcaption>
        <bdi>{title}</bdi> · <span lang={lang}>{t('video.source', { host })}</span>
      </figcaption>
    </figure>
  )
}
