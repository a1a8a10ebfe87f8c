import type { InputHTMLAttributes } from 'react'
import type { FieldError } from '@/lib/errors'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: string
  hint?: string
  errors: FieldError[] | undefined
  /** The number of lines; undefined for a single-line field. */
  rows?: number
}

/** One field of a post with its error. */
export function PostField({ label, hint, errors, rows, name, defaultValue, ...input }: Props) {
  const fault = errors?.find(({ field }) => field === name)?.message
  const id = `post-${name}`
  const common = {
    id,
    name,
    defaultValue,
    ...((hint || fault) && { 'aria-describedby': `${id}-hint` }),
    ...(fault && { 'aria-invalid': true }),
  }
  return (
    <div className="admin-field">
      <label htmlFor={id}>{label}</label>
      {rows ? (
        <textarea {...common} rows={rows} dir="auto" />
      ) : (
        <input dir="auto" autoComplete="off" {...input} {...common} />
      )}
      {(fault || hint) && (
        <small id={`${id}-hint`}>{fault ? <strong>{fault}</strong> : hint}</small>
      )}
    </div>
  )
}
