import { useTranslations } from 'next-intl'
import { AdminField } from '@/components/admin/admin-form'
import { passwordCharactersMax, passwordCharactersMin } from '@/lib/auth/password'

type Ends = 'none' | 'others' | 'all'

/** A field for a new password with its requirements. */
export function NewPasswordField(props: { name: string; label: string; ends?: Ends }) {
  const { ends = 'none', ...field } = props
  return (
    <AdminField
      {...field}
      type="password"
      autoComplete="new-password"
      minLength={passwordCharactersMin}
      maxLength={passwordCharactersMax}
      required
      hint={useTranslations('account')('passwordHint', { min: passwordCharactersMin, ends })}
    />
  )
}

export function RepeatPasswordField() {
  return (
    <AdminField
      name="repeated"
      label={useTranslations('account')('repeatPassword')}
      type="password"
      autoComplete="new-password"
      required
    />
  )
}
