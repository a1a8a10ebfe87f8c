'use client'
import { useEffect } from 'react'
import { writeField } from '@/components/admin/written-field'

type Field = HTMLInputElement | HTMLTextAreaElement

const changeable = ':is(input:not([type]), input[type="color"], textarea)'
const fieldsOfPage = () => [...document.querySelectorAll<Field>(`main form ${changeable}`)]

/** The changed fields of a page by id. */
let unsaved: { path: string; values: Map<string, string> } | undefined

const isChanged = ({ value, defaultValue }: Field) => value !== defaultValue

/** Asks before the user leaves the page with unsaved input. */
function warn(event: BeforeUnloadEvent): void {
  if (fieldsOfPage().some(isChanged)) event.preventDefault()
}

/** Stores the unsaved input of all forms except the one that is submitted. */
function storeInput({ target }: SubmitEvent): void {
  const fields = fieldsOfPage().filter((field) => field.form !== target && isChanged(field))
  unsaved = {
    path: location.pathname,
    values: new Map(fields.map(({ id, value }) => [id, value])),
  }
}

function restoreInput(): void {
  for (const field of unsaved?.path === location.pathname ? fieldsOfPage() : []) {
    const value = unsaved?.values.get(field.id)
    if (value !== undefined && !isChanged(field)) writeField(field, value)
  }
  unsaved = undefined
}

/**
 * Keeps the input of a form when another form of the page is saved, because saving remounts all
 * forms with the stored values. Asks before the user leaves the page with unsaved input. Give this
 * component the same `key` as the forms.
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
