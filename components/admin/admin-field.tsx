import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & { name: string; label: string; hint?: string }

/** A labelled field of an admin form. */
export function AdminField({ label, hint, id, ...input }: Props) {
  const own = id ?? `admin-${input.name}`
  return (
    <div className="admin-field">
      <label htmlFor={own}>{label}</label>
      <input id={own} {...input} {...(hint && { 'aria-describedby': `${own}-hint` })} />
      {hint && <small id={`${own}-hint`}>{hint}</small>}
    </div>
  )
}
