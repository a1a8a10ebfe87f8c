'use client'
import { useEffect } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

const formsOfPage = () => [...document.querySelectorAll<HTMLFormElement>('main form')]

const fieldsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Field>('input:not([type]), input[type="color"], textarea'),
]

/** The changed fields of a page, each with the position of its form and its own. */
let unsaved: { path: string; fields: { form: number; field: number; value: string }[] } | undefined

/** Stores the unsaved input of all forms except the one that is submitted. */
function storeInput({ target }: SubmitEvent): void {
  const fields = formsOfPage().flatMap((element, form) =>
    fieldsOf(element).flatMap(({ value, defaultValue }, field) =>
      element === target || value === defaultValue ? [] : [{ form, field, value }],
    ),
  )
  unsaved = { path: location.pathname, fields }
}

function restoreInput(): void {
  const forms = formsOfPage()
  for (const { form, field, value } of unsaved?.path === location.pathname ? unsaved.fields : []) {
    const input = forms[form] && fieldsOf(forms[form])[field]
    if (input && input.value === input.defaultValue) input.value = value
  }
  unsaved = undefined
}

/**
 * Keeps the input of a form when another form of the page is saved, because saving remounts all
 * forms with the stored values. Give this component the same `key` as the forms. The page must
 * always have the same forms.
 */
export function UnsavedInput() {
  useEffect(() => {
    if (new URLSearchParams(location.search).has('done')) restoreInput()
    addEventListener('submit', storeInput, true)
    return () => removeEventListener('submit', storeInput, true)
  }, [])
  return null
}
