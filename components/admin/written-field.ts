import { useEffect } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

const writtenEvent = 'written'

/** Sets a field. React does not report values that scripts set: see `useWrittenField`. */
export function writeField(field: Field, value: string): void {
  field.value = value
  field.dispatchEvent(new Event(writtenEvent, { bubbles: true }))
}

/**
 * Calls `follow` with each value that `writeField` sets in fields with a name.
 * @param follow a function that stays the same, such as the setter of a state
 */
export function useWrittenField(name: string, follow: (value: string) => void): void {
  useEffect(() => {
    const read = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === name) follow(target.value)
    }
    document.addEventListener(writtenEvent, read)
    return () => document.removeEventListener(writtenEvent, read)
  }, [name, follow])
}
