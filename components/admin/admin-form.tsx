import type { ButtonHTMLAttributes, ComponentProps, InputHTMLAttributes, ReactNode } from 'react'

export type FormAction = (form: FormData) => void | Promise<void>
type Hidden = Record<string, string | number | (string | number)[] | undefined>

/** Hidden fields of a form, one for each value. Empty ones are left out. */
export function HiddenFields({ of }: { of: Hidden }) {
  return Object.entries(of).flatMap(([name, values = []]) =>
    [values]
      .flat()
      .filter((value) => value !== '')
      .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
  )
}

/** The class of a button that deletes something for good. */
export const dangerousButton = 'admin-button bg-danger'

type FormProps = Omit<ComponentProps<'form'>, 'action'> & {
  action: FormAction | string
  fields?: Hidden
  submit: ReactNode
  /** True if the form deletes something for good. */
  isDangerous?: boolean
}

/** A form with its submit button below the fields. */
export function AdminForm({
  fields = {},
  submit,
  isDangerous = false,
  children,
  ...form
}: FormProps) {
  return (
    <form className="admin-form" {...form}>
      <HiddenFields of={fields} />
      {children}
      <button type="submit" className={isDangerous ? dangerousButton : 'admin-button'}>
        {submit}
      </button>
    </form>
  )
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { action: FormAction; fields?: Hidden }

export function ButtonForm({ action, fields = {}, ...button }: ButtonProps) {
  return (
    <form action={action}>
      <HiddenFields of={fields} />
      <button type="submit" className="admin-link" {...button} />
    </form>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: ReactNode
  hint?: string | undefined
  /** An error message, which replaces the hint. */
  error?: string | undefined
  rows?: number
  children?: ReactNode
}

/** A labelled input, text area or select element. A checkbox is on if it has a default value. */
export function AdminField({ label, hint, error, rows, children, ...input }: FieldProps) {
  const { id = `admin-${input.name}`, name, type, defaultValue, required, dir } = input
  if (type === 'checkbox') {
    const checkbox = { type, name, required, defaultChecked: Boolean(defaultValue) }
    return (
      <label className="admin-check">
        <input value="yes" {...checkbox} />
        <span>{label}</span>
      </label>
    )
  }
  const described = {
    id,
    'aria-describedby': error || hint ? `${id}-hint` : undefined,
    'aria-invalid': error ? true : undefined,
  }
  const shared = { name, defaultValue, required, dir, ...described }
  return (
    <div className="admin-field">
      <label htmlFor={id}>{label}</label>
      {children && <select {...shared}>{children}</select>}
      {rows && <textarea {...shared} rows={rows} />}
      {!children && !rows && <input {...input} {...described} />}
      {(error || hint) && (
        <small id={`${id}-hint`}>{error ? <strong>{error}</strong> : hint}</small>
      )}
    </div>
  )
}

/** The options of a select element: their values and texts. */
export const Options = ({ of }: { of: (readonly [string | number, string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

type FilterProps = InputHTMLAttributes<HTMLInputElement> & {
  action: string
  fields?: Hidden
  label: string
  submit: string
}

/** A form that searches a list. The search field has no visible label. */
export function FilterForm({
  action,
  fields = {},
  label,
  submit,
  children,
  ...input
}: FilterProps) {
  return (
    <form action={action} className="admin-filter">
      <HiddenFields of={fields} />
      <label>
        <span className="sr-only">{label}</span>
        <input type="search" name="search" maxLength={200} {...input} />
      </label>
      {children}
      <button type="submit">{submit}</button>
    </form>
  )
}
