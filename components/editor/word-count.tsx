import { useEffect, useState } from 'react'
import { countDocument, readingMinutes, type TextLength } from './count-words'
import type { OpenEditor } from './open-editor'

/** The limit in milliseconds for a slice of counting, and for the delay after a change. */
const sliceMs = 4
const lateMs = 500

/** The length of the post. It is counted when typing pauses, in slices that do not block input. */
export function WordCount({ editor }: { editor: OpenEditor }) {
  const [{ words, characters }, setLength] = useState<TextLength>({ words: 0, characters: 0 })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = (counting = countDocument(editor.view.state.doc)) => {
      const end = performance.now() + sliceMs
      for (;;) {
        const step = counting.next()
        if (step.done) return setLength(step.value)
        if (performance.now() > end) break
      }
      timer = setTimeout(count, 16, counting)
    }
    const countLater = () => {
      clearTimeout(timer)
      timer = setTimeout(count, lateMs)
    }
    count()
    const stop = editor.onChange(countLater)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [editor])
  const length = [
    words > 0 || characters === 0
      ? `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`
      : '',
    characters > 0 ? `${characters.toLocaleString('en')} characters` : '',
  ]
  return (
    <p className="editor-count">
      {length.filter(Boolean).join(', ')} · {readingMinutes({ words, characters })} min to read
    </p>
  )
}
