import { AdminField } from '@/components/admin/admin-field'
import { passwordCharactersMax, passwordCharactersMin } from '@/lib/auth/password-rule'

type Props = {
  name: string
  label: string
  /** What becomes of sessions, where something does. */
  consequence?: string
}

/** A field for a new password, which says what is asked of one. */
export function NewPasswordField({ name, label, consequence }: Props) {
  return (
    <AdminField
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={passwordCharactersMin}
      maxLength={passwordCharactersMax}
      required
      hint={[`At least ${passwordCharactersMin} characters.`, consequence]
        .filter(Boolean)
        .join(' ')}
    />
  )
}
