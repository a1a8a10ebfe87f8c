import { unstable_rethrow } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useActionState, useEffect, useRef, useState } from 'react'
import type { FormState } from '@/lib/errors'

type Action<State> = (state: State, form: FormData) => Promise<State>

/**
 * Returns an action for `useActionState` that turns a missing response into a state. Otherwise, an
 * error page would replace the form and its input. On the server, returns the action itself, to
 * which browsers without JavaScript submit the form.
 */
export function orFailed<State>(action: Action<State>, failed: Action<State>): Action<State> {
  if (typeof document === 'undefined') return action
  return (state, form) =>
    action(state, form).catch((error: unknown) => {
      unstable_rethrow(error)
      return failed(state, form)
    })
}

/** Returns the fields of a form as texts. */
export const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))

/**
 * Returns the state and the attributes of a form that keeps its input while it shows an error, and
 * then focuses its first invalid field.
 * @param read returns the input as the action returns it
 * @param at changes when a form of the page has been saved, which outdates earlier errors
 */
export function useKeptForm<Typed>(
  save: Action<FormState<Typed>>,
  read: (form: FormData) => Typed,
  at?: string,
) {
  const t = useTranslations('settingsClient')
  const [state, action] = useActionState<FormState<Typed>, FormData>(
    orFailed(save, async (before, form) => ({
      ...before,
      typed: read(form),
      errors: [{ field: 'connection', message: t('connectionLost') }],
    })),
    {},
  )
  const [known, setKnown] = useState({ state, at })
  if (known.state !== state) setKnown({ state, at })
  const current: FormState<Typed> = known.at === at ? state : {}
  const ref = useRef<HTMLFormElement>(null)
  const { errors } = current
  useEffect(() => {
    const form = ref.current
    // React resets each submitted form.
    const keep = (event: Event) => {
      if (form?.querySelector('[aria-invalid], [role="alert"]')) event.preventDefault()
    }
    form?.addEventListener('reset', keep)
    return () => form?.removeEventListener('reset', keep)
  })
  useEffect(() => {
    if (errors) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  return { ...current, attributes: { ref, action } }
}
