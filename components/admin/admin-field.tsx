import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & { name: string; label: string; hint?: string }

/** One field of a form of the desk, its label above it. */
export function DeskField({ label, hint, id, ...input }: Props) {
  const own = id ?? `desk-${input.name}`
  return (
    <div className="desk-field">
      <label htmlFor={own}>{label}</label>
      <input id={own} {...input} {...(hint && { 'aria-describedby': `${own}-hint` })} />
      {hint && <small id={`${own}-hint`}>{hint}</small>}
    </div>
  )
}
