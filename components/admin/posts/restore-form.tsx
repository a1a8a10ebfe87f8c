import { useTranslations } from 'next-intl'
import type { PostState } from '@/lib/posts/editing/edited-post'

type Props = {
  id: number
  base: number
  revision: number
  state: PostState
  restore: (form: FormData) => Promise<void>
}

/**
 * A button that restores a version. If readers would see it at once, a second button has to confirm
 * it.
 */
export function RestoreForm({ id, base, revision, state, restore }: Props) {
  const t = useTranslations('versions.restore')
  const form = (
    <form action={restore} className="post-tools">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="base" value={base} />
      {state === 'published' && <p>{t('about', { revision })}</p>}
      <button type="submit" name="revision" value={revision} className="post-act">
        {t(state === 'published' ? 'confirm' : 'submit', { revision })}
      </button>
    </form>
  )
  if (state !== 'published') return form
  return (
    <details>
      <summary>{t('submit', { revision })}</summary>
      {form}
    </details>
  )
}
