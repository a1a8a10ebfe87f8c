import { useTranslations } from 'next-intl'
import { Icon, icons } from '@/components/editor/icon'
import { isMac, roveToolbar, withKey } from '@/components/editor/toolbar'
import { type Format, formatSelection } from './format-markdown'

const formats: { name: Format; key?: string }[] = [
  { name: 'bold', key: 'b' },
  { name: 'italic', key: 'i' },
  { name: 'link', key: 'k' },
  { name: 'code' },
  { name: 'quote' },
]

const areaBeside = (element: Element) =>
  element.closest('form')?.querySelector<HTMLTextAreaElement>('textarea')

function pressKey(event: KeyboardEvent): void {
  const { currentTarget: area, key, altKey, shiftKey } = event
  const format = formats.find((one) => one.key === key)
  const isShortcut = (isMac() ? event.metaKey : event.ctrlKey) && !altKey && !shiftKey
  if (!format || !isShortcut || !(area instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  formatSelection(area, format.name)
}

/** Handles the shortcuts of the form while its toolbar is mounted. Used as a React `ref`. */
function start(toolbar: HTMLElement | null) {
  const stop = roveToolbar(toolbar)
  const area = toolbar && areaBeside(toolbar)
  area?.addEventListener('keydown', pressKey)
  return () => {
    stop?.()
    area?.removeEventListener('keydown', pressKey)
  }
}

/** Buttons and shortcuts that format the text of the form, which loads them on the first focus. */
export function CommentToolbar() {
  const t = useTranslations('commentForm.formats')
  return (
    <div role="toolbar" aria-label={t('label')} ref={start}>
      {formats.map(({ name, key }) => (
        <button
          key={name}
          type="button"
          aria-label={t(name)}
          title={withKey(t(name), key && `Mod-${key}`)}
          // Keeps focus in the text and, on phones, the virtual keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            const area = areaBeside(currentTarget)
            if (area) formatSelection(area, name)
          }}
        >
          <Icon path={icons[name]} />
        </button>
      ))}
    </div>
  )
}
