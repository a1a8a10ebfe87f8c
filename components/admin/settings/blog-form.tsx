'use client'
import { type ReactNode, useActionState } from 'react'
import { AdminField } from '@/components/admin/admin-field'
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
const spoken: {
  name: 'name' | 'author' | 'description'
  label: string
  maxLength: number
  hint: string
}[] = [
  {
    name: 'name',
    label: 'Name',
    maxLength: blogLimits.nameLengthMax,
    hint: 'On top of every page, in the titles of windows, in feeds and in mails.',
  },
  {
    name: 'author',
    label: 'Author',
    maxLength: blogLimits.authorLengthMax,
    hint: 'Who writes it, as feeds and search engines are told.',
  },
  {
    name: 'description',
    label: 'Description',
    maxLength: blogLimits.descriptionLengthMax,
    hint: 'One line: on the home page, in feeds, and for search engines.',
  },
]

/** Marks a field whose value belongs to no language. */
const unspoken = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false }

/** The form for the blog's name, author, language and time zone. */
export function BlogForm({ words, blog, save, children }: Props) {
  const [{ typed = words, fault }, send] = useActionState(save, {})
  return (
    // Fields use their initial value only once, so a rejected form is remounted.
    <form key={JSON.stringify(typed)} action={send} className="admin-form">
      <AdminNotice fault={fault} />
      {spoken.map(({ name, ...field }) => (
        <AdminField
          key={name}
          name={name}
          dir="auto"
          defaultValue={typed[name]}
          placeholder={name === 'name' && words.name === '' ? blog.name : undefined}
          {...field}
        />
      ))}
      <AdminField
        name="language"
        label="Language"
        list="admin-languages"
        {...unspoken}
        defaultValue={typed.language}
        placeholder="en"
        hint={
          'A tag such as de-CH or ar. Dates and numbers are written in it, pages say that they ' +
          'are in it, and have its direction. The words of buttons and forms stay English.'
        }
      />
      <AdminField
        name="zone"
        label="Time zone"
        list="admin-time-zones"
        {...unspoken}
        defaultValue={typed.zone}
        placeholder={words.zone === '' ? blog.timeZone : undefined}
        hint={
          'Such as Europe/Berlin. Days begin in it: those of dates, of planned posts, and ' +
          'those by which views are counted. Views that were counted before stay on their day.'
        }
      />
      {children}
      <button type="submit" className="admin-button">
        Save
      </button>
    </form>
  )
}
