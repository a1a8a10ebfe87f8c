import { useTranslations } from 'next-intl'
import { AdminField } from '@/components/admin/admin-field'
import { passwordCharactersMax, passwordCharactersMin } from '@/lib/auth/password'

type Props = {
  name: string
  label: string
  /** The sessions that the change ends. */
  ends?: 'none' | 'others' | 'all'
}

/** A field for a new password with its requirements. */
export function NewPasswordField({ name, label, ends = 'none' }: Props) {
  return (
    <AdminField
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={passwordCharactersMin}
      maxLength={passwordCharactersMax}
      required
      hint={useTranslations('account')('passwordHint', { min: passwordCharactersMin, ends })}
    />
  )
}
