import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { previewPath } from './admin-posts-query'

type Props = { id: number; previewKey: string; revoke: (form: FormData) => Promise<void> }

/** Shows the secret preview link of a post and a button that revokes it. */
export function PreviewLink({ id, previewKey, revoke }: Props) {
  const t = useTranslations('postForm.preview')
  const link = (chunks: ReactNode) => <a href={previewPath(previewKey)}>{chunks}</a>
  return (
    <section className="admin-section" aria-labelledby="post-preview">
      <h2 id="post-preview">{t('title')}</h2>
      <p>{t.rich('about', { link })}</p>
      <form action={revoke}>
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="post-act">
          {t('revoke')}
        </button>
      </form>
    </section>
  )
}
