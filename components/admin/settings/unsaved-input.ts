'use client'
import { useEffect } from 'react'
import { writeField } from '@/components/admin/written-field'

type Field = HTMLInputElement | HTMLTextAreaElement

const formsOfPage = () => [...document.querySelectorAll<HTMLFormElement>('main form')]

const fieldsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Field>('input:not([type]), input[type="color"], textarea'),
]

/** The changed fields of a page, each with the position of its form and its own. */
let unsaved: { path: string; fields: { form: number; field: number; value: string }[] } | undefined

const isChanged = ({ value, defaultValue }: Field) => value !== defaultValue

/** Asks before the user leaves the page with unsaved input. */
function warn(event: BeforeUnloadEvent): void {
  if (formsOfPage().some((form) => fieldsOf(form).some(isChanged))) event.preventDefault()
}

/** Stores the unsaved input of all forms except the one that is submitted. */
function storeInput({ target }: SubmitEvent): void {
  const fields = formsOfPage().flatMap((element, form) =>
    fieldsOf(element).flatMap((input, field) =>
      element === target || !isChanged(input) ? [] : [{ form, field, value: input.value }],
    ),
  )
  unsaved = { path: location.pathname, fields }
}

function restoreInput(): void {
  const forms = formsOfPage()
  for (const { form, field, value } of unsaved?.path === location.pathname ? unsaved.fields : []) {
    const input = forms[form] && fieldsOf(forms[form])[field]
    if (input && !isChanged(input)) writeField(input, value)
  }
  unsaved = undefined
}

/**
 * Keeps the input of a form when another form of the page is saved, because saving remounts all
 * forms with the stored values. Asks before the user leaves the page with unsaved input. Give this
 * component the same `key` as the forms. The page must always have the same forms.
 */
export function UnsavedInput() {
  useEffect(() => {
    if (new URLSearchParams(location.search).has('done')) restoreInput()
    addEventListener('submit', storeInput, true)
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('submit', storeInput, true)
      removeEventListener('beforeunload', warn)
    }
  }, [])
  return null
}
