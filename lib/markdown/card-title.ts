import type { Element } from 'hast'

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** Where a card's element leads. */
export const cardUrl = ({ properties }: Element): string | undefined => text(properties.url)

/** What a card is called where it is only a link: by the words beside its URL in the post, by its preview, or by its URL. */
export function cardTitle(card: Element, titles: ReadonlyMap<string, string>): string {
  const url = cardUrl(card) ?? ''
  return text(card.properties.title) ?? text(titles.get(url)) ?? url
}
