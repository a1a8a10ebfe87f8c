import { readStored, store } from './browser-store'
import { threadLanguage } from './thread-language'

/** Returns the key of a button’s target in the browser’s list of likes. */
const keyOf = ({ form, value }: HTMLButtonElement) =>
  `${form && new FormData(form).get('slug')}#${value}`

/**
 * Shows whether this browser likes something, and the number of likes if it is known. The number in
 * a static page may be older than the like.
 */
function show(button: HTMLButtonElement, isLiked: boolean, likes?: number): void {
  button.setAttribute('aria-pressed', String(isLiked))
  const number = button.lastElementChild
  if (number && (likes !== undefined || (isLiked && number.textContent === '')))
    number.textContent = likes === 0 ? '' : (likes ?? 1).toLocaleString(threadLanguage())
}

/** Marks what this browser likes. */
export function showLikes(): void {
  const liked = readStored('likes') ?? []
  for (const button of document.querySelectorAll<HTMLButtonElement>('.like'))
    show(button, liked.includes(keyOf(button)))
}

/**
 * Likes something, or removes the like, without a page load.
 * @throws if the server did not save it
 */
export async function sendLike(button: HTMLButtonElement): Promise<void> {
  const { form, value } = button
  if (!form) return
  const key = keyOf(button)
  const isLiked = button.getAttribute('aria-pressed') === 'true'
  show(button, !isLiked)
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...Object.fromEntries(new FormData(form)),
        comment: value,
        liked: !isLiked,
      }),
    })
    if (!response.ok) throw new Error(response.statusText)
    const like: { likes: number; liked: boolean } = await response.json()
    const others = (readStored('likes') ?? []).filter((other) => other !== key)
    store('likes', like.liked ? [...others, key] : others)
    show(button, like.liked, like.likes)
  } catch (error) {
    show(button, isLiked)
    throw error
  }
}
