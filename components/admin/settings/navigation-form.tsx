'use client'
import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { AdminNotice } from '@/components/admin/admin-notice'
import { richTags } from '@/components/i18n/rich-tags'
import type { NavigationLink } from '@/lib/settings/blog-input'
import { blogLimits } from '@/lib/settings/blog-limits'
import type { RefusedSettings } from './refused-settings'

type Refused = RefusedSettings<NavigationLink[]>
type Props = {
  links: NavigationLink[]
  save: (refused: Refused, form: FormData) => Promise<Refused>
}

/**
 * The links in the header of each page. Every button also saves the input. Clearing a line removes
 * its link.
 */
export function NavigationForm({ links: stored, save }: Props) {
  const t = useTranslations('settingsClient')
  const [{ typed, fault }, send] = useActionState(save, {})
  const links = typed?.filter(({ text, href }) => text !== '' || href !== '') ?? stored
  const rows = links.length < blogLimits.linksMax ? [...links, { text: '', href: '' }] : links
  return (
    <form key={JSON.stringify(links)} action={send} className="navigation-form">
      <AdminNotice fault={fault} />
      {/* The Enter key presses the first button of a form (HTML, 4.10.21.2), which must not move a
          line. */}
      <button type="submit" className="navigation-enter" aria-hidden="true" tabIndex={-1}>
        {t('save')}
      </button>
      <ol>
        {rows.map(({ text, href }, index) => (
          <li key={`${text} ${href}`}>
            <Field
              index={index}
              name="text"
              value={text}
              lengthMax={blogLimits.linkTextLengthMax}
            />
            <Field
              index={index}
              name="href"
              value={href}
              lengthMax={blogLimits.linkHrefLengthMax}
            />
            {index < links.length && <Acts text={text} index={index} count={links.length} />}
          </li>
        ))}
      </ol>
      <button type="submit" className="admin-button">
        {t('link.save')}
      </button>
    </form>
  )
}

type FieldProps = {
  index: number
  name: 'text' | 'href'
  value: string
  lengthMax: number
}

function Field({ index, name, value, lengthMax }: FieldProps) {
  const t = useTranslations('settingsClient.link')
  const id = `navigation-${name}-${index}`
  return (
    <div className="admin-field">
      <label htmlFor={id}>{t.rich(name, { ...richTags, number: index + 1 })}</label>
      <input
        id={id}
        name={name}
        defaultValue={value}
        maxLength={lengthMax}
        dir={name === 'text' ? 'auto' : 'ltr'}
        {...(name === 'href' && {
          pattern: '(https?:\\/\\/|mailto:|\\/(?![\\/\\\\])).*',
          title: t('hrefFormat'),
          placeholder: '/posts/…',
        })}
      />
    </div>
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
