import { unstable_rethrow } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useActionState, useEffect, useRef } from 'react'
import type { FormState } from '@/lib/errors'

type Action<State> = (state: State, form: FormData) => Promise<State>

/**
 * Returns an action for `useActionState` that turns a missing response into a state. Otherwise, an
 * error page would replace the form and its input. On the server, returns the action itself, to
 * which browsers without JavaScript submit the form.
 */
export function withFallback<State>(action: Action<State>, failed: Action<State>): Action<State> {
  if (typeof document === 'undefined') return action
  return (state, form) =>
    action(state, form).catch((error: unknown) => {
      unstable_rethrow(error)
      return failed(state, form)
    })
}

/**
 * Returns the state and the attributes of a form that keeps its input while it shows an error, and
 * then focuses its first invalid field.
 */
export function useKeptForm<Typed>(save: Action<FormState<Typed>>) {
  const t = useTranslations('settingsClient')
  const [state, action] = useActionState(
    withFallback(save, async (before) => ({
      ...before,
      errors: [{ field: 'connection', message: t('connectionLost') }],
    })),
    {},
  )
  const ref = useRef<HTMLFormElement>(null)
  const { errors } = state
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
  return { ...state, attributes: { ref, action } }
}
