import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & { name: string; label: string; hint?: string }

/** One field of a form of the admin area, its label above it. */
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
