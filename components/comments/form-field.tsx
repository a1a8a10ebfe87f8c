import type { InputHTMLAttributes, ReactNode } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  id: string
  name: string
  label: string
  mark?: ReactNode
  hint?: string
  fault: string | undefined
}

export function FormField({ label, mark, hint, fault, ...input }: Props) {
  return (
    <div className="comment-field">
      <label htmlFor={input.id}>
        {label}
        {mark} {hint && <small>{hint}</small>}
      </label>
      <input {...input} {...errorCodeOf(input.id, fault)} />
      <Fault of={input.id} text={fault} />
    </div>
  )
}

/** Returns the ARIA attributes that associate a field with its error. */
export function errorCodeOf(id: string, fault: string | undefined) {
  return { 'aria-invalid': fault ? true : undefined, 'aria-describedby': fault && `${id}-fault` }
}

export function Fault({ of, text }: { of: string; text: string | undefined }) {
  return (
    text && (
      <p id={`${of}-fault`} className="comment-fault">
        {text}
      </p>
    )
  )
}

/** Honeypot: invisible and unreachable for people, but filled in by bots. */
export function TrapField() {
  return (
    <input name="website" className="comment-trap" aria-hidden tabIndex={-1} autoComplete="off" />
  )
}
