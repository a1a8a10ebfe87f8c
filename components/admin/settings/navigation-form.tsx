'use client'
import { useTranslations } from 'next-intl'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { Notice } from '@/components/admin/admin-notice'
import { useKeptForm } from '@/components/admin/kept-form'
import { richTags } from '@/components/i18n/rich-tags'
import type { FormState } from '@/lib/errors'
import type { NavigationLink } from '@/lib/settings/blog-input'
import { blogLimits } from '@/lib/settings/blog-limits'

type State = FormState<NavigationLink[]>
type Props = {
  /** An example of a URL. */
  example: string
  links: NavigationLink[]
  save: (state: State, form: FormData) => Promise<State>
}

const hrefFormat = {
  dir: 'ltr',
  pattern: '(https?:\\/\\/|mailto:|\\/(?![\\/\\\\])).*',
}

/**
 * The links in the header of each page. Every button also saves the input. Clearing a line removes
 * its link.
 */
export function NavigationForm({ example, links: stored, save }: Props) {
  const t = useTranslations('settingsClient')
  const { typed, errors, attributes } = useKeptForm(save)
  const links = typed?.filter(({ text, href }) => text !== '' || href !== '') ?? stored
  const rows = links.length < blogLimits.linksMax ? [...links, { text: '', href: '' }] : links
  return (
    <AdminForm
      key={JSON.stringify(links)}
      {...attributes}
      className="navigation-form"
      submit={t('link.save')}
    >
      <Notice text={errors?.[0]?.message} error={errors?.[0]?.field} />
      {/* The Enter key presses the first button of a form (HTML, 4.10.21.2), which must not move a
          line. */}
      <button type="submit" className="navigation-enter" aria-hidden="true" tabIndex={-1}>
        {t('save')}
      </button>
      <ol>
        {rows.map(({ text, href }, index) => (
          <li key={`${text} ${href}`}>
            <AdminField
              id={`navigation-text-${index}`}
              name="text"
              label={t.rich('link.text', { ...richTags, number: index + 1 })}
              defaultValue={text}
              maxLength={blogLimits.linkTextLengthMax}
              dir="auto"
            />
            <AdminField
              id={`navigation-href-${index}`}
              name="href"
              label={t.rich('link.href', { ...richTags, number: index + 1 })}
              defaultValue={href}
              maxLength={blogLimits.linkHrefLengthMax}
              title={t('link.hrefFormat')}
              placeholder={example}
              {...hrefFormat}
            />
            {index < links.length && <Acts text={text} index={index} count={links.length} />}
          </li>
        ))}
      </ol>
    </AdminForm>
  )
}

function Acts({ text, index, count }: { text: string; index: number; count: number }) {
  const t = useTranslations('settingsClient.link')
  const act = (verb: string) =>
    ({ type: 'submit', name: 'act', value: `${verb} ${index}`, className: 'admin-link' }) as const
  return (
    <div className="navigation-acts">
      {index > 0 && (
        <button {...act('up')} aria-label={t('moveUp', { text })}>
          {t('up')}
        </button>
      )}
      {index < count - 1 && (
        <button {...act('down')} aria-label={t('moveDown', { text })}>
          {t('down')}
        </button>
      )}
      <button {...act('remove')} aria-label={t('removeLink', { text })}>
        {t('remove')}
      </button>
    </div>
  )
}
