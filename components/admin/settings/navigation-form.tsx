'use client'
import { useActionState } from 'react'
import { AdminNotice } from '@/components/admin/admin-notice'
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
  const [{ typed, fault }, send] = useActionState(save, {})
  const links = typed?.filter(({ text, href }) => text !== '' || href !== '') ?? stored
  const rows = links.length < blogLimits.linksMax ? [...links, { text: '', href: '' }] : links
  return (
    <form key={JSON.stringify(links)} action={send} className="navigation-form">
      <AdminNotice fault={fault} />
      {/* The Enter key presses the first button of a form (HTML, 4.10.21.2), which must not move a
          line. */}
      <button type="submit" className="navigation-enter" aria-hidden="true" tabIndex={-1}>
        Save
      </button>
      <ol>
        {rows.map(({ text, href }, index) => (
          <li key={`${text} ${href}`}>
            <Field
              index={index}
              name="text"
              label="Text"
              value={text}
              lengthMax={blogLimits.linkTextLengthMax}
            />
            <Field
              index={index}
              name="href"
              label="Leads to"
              value={href}
              lengthMax={blogLimits.linkHrefLengthMax}
            />
            {index < links.length && <Acts text={text} index={index} count={links.length} />}
          </li>
        ))}
      </ol>
      <button type="submit" className="admin-button">
        Save links
      </button>
    </form>
  )
}

type FieldProps = {
  index: number
  name: 'text' | 'href'
  label: string
  value: string
  lengthMax: number
}

function Field({ index, name, label, value, lengthMax }: FieldProps) {
  const id = `navigation-${name}-${index}`
  return (
    <div className="admin-field">
      <label htmlFor={id}>
        {label}
        <span className="sr-only"> of link {index + 1}</span>
      </label>
      <input
        id={id}
        name={name}
        defaultValue={value}
        maxLength={lengthMax}
        dir={name === 'text' ? 'auto' : 'ltr'}
        {...(name === 'href' && {
          pattern: '(https?:\\/\\/|mailto:|\\/(?![\\/\\\\])).*',
          title: '/about, https://… or mailto:…',
          placeholder: '/posts/…',
        })}
      />
    </div>
  )
}

function Acts({ text, index, count }: { text: string; index: number; count: number }) {
  const act = (verb: string) =>
    ({ type: 'submit', name: 'act', value: `${verb} ${index}`, className: 'admin-link' }) as const
  return (
    <div className="navigation-acts">
      {index > 0 && (
        <button {...act('up')} aria-label={`Move ${text} up`}>
          Up
        </button>
      )}
      {index < count - 1 && (
        <button {...act('down')} aria-label={`Move ${text} down`}>
          Down
        </button>
      )}
      <button {...act('remove')} aria-label={`Remove ${text}`}>
        Remove
      </button>
    </div>
  )
}
