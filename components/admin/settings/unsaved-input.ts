'use client'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

const formsOfPage = () => [...document.querySelectorAll<HTMLFormElement>('main form')]

const textFields = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Field>('input:not([type]), input[type="text"], textarea'),
]

/** The changed texts of forms, each with the position of its form and field. */
let unsaved: { page: string; texts: { form: number; field: number; text: string }[] } | undefined

/** Notes the unsaved texts of all forms of the page except the one that is submitted. */
function noteTexts(page: string, submitted: EventTarget | null): void {
  const texts = formsOfPage().flatMap((form, formIndex) =>
    textFields(form).flatMap(({ value, defaultValue }, field) =>
      form === submitted || value === defaultValue ? [] : [{ form: formIndex, field, text: value }],
    ),
  )
  unsaved = { page, texts }
}

function restoreTexts(page: string): void {
  const forms = formsOfPage()
  for (const { form, field, text } of unsaved?.page === page ? unsaved.texts : []) {
    const input = forms[form] && textFields(forms[form])[field]
    if (input && input.value === input.defaultValue) input.value = text
  }
  unsaved = undefined
}

/**
 * Keeps the text typed into a form when another form of the page is saved, after which all forms
 * are mounted again with the stored values. It needs the same `key` as they do, and a page that
 * always has the same forms.
 */
export function UnsavedInput() {
  const page = usePathname()
  useEffect(() => {
    if (new URLSearchParams(location.search).has('done')) restoreTexts(page)
    const note = ({ target }: SubmitEvent) => noteTexts(page, target)
    addEventListener('submit', note, true)
    return () => removeEventListener('submit', note, true)
  }, [page])
  return null
}
