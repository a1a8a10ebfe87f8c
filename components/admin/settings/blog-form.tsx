'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useActionState } from 'react'
import { AdminField } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import type { BlogInput } from '@/lib/settings/blog-input'
import { blogLimits } from '@/lib/settings/blog-limits'
import type { RefusedSettings } from './refused-settings'

type Props = {
  words: BlogInput
  /** The defaults of empty fields. */
  blog: { name: string; timeZone: string }
  save: (refused: RefusedSettings<BlogInput>, form: FormData) => Promise<RefusedSettings<BlogInput>>
  /** The datalists of its fields, `admin-languages` and `admin-time-zones`. */
  children: ReactNode
}

/** The text fields. */
const spoken = [
  { name: 'name', maxLength: blogLimits.nameLengthMax },
  { name: 'author', maxLength: blogLimits.authorLengthMax },
  { name: 'description', maxLength: blogLimits.descriptionLengthMax },
] as const

/** Marks a field whose value belongs to no language. */
const unspoken = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false }

/** The form for the blog's name, author, language and time zone. */
export function BlogForm({ words, blog, save, children }: Props) {
  const t = useTranslations('settingsClient')
  const [{ typed = words, fault }, send] = useActionState(save, {})
  return (
    // Fields use their initial value only once, so a rejected form is remounted.
    <form key={JSON.stringify(typed)} action={send} className="admin-form">
      <AdminNotice fault={fault} />
      {spoken.map(({ name, maxLength }) => (
        <AdminField
          key={name}
          name={name}
          dir="auto"
          defaultValue={typed[name]}
          placeholder={name === 'name' && words.name === '' ? blog.name : undefined}
          label={t(name)}
          maxLength={maxLength}
          hint={t(`${name}Hint`)}
        />
      ))}
      <AdminField
        name="language"
        label={t('language')}
        list="admin-languages"
        {...unspoken}
        defaultValue={typed.language}
        placeholder="en"
        hint={t('languageHint')}
      />
      <AdminField
        name="zone"
        label={t('zone')}
        list="admin-time-zones"
        {...unspoken}
        defaultValue={typed.zone}
        placeholder={words.zone === '' ? blog.timeZone : undefined}
        hint={t('zoneHint')}
      />
      {children}
      <button type="submit" className="admin-button">
        {t('save')}
      </button>
    </form>
  )
}
