/**
 * Returns the first characters of the first and the last word of a name. A Chinese, Japanese or
 * Korean name has one initial, whether or not there is a space in it.
 */
export const initialsOf = (name: string): string =>
  // A zero-width non-joiner, so that Arabic letters stay separate.
  name
    .trim()
    .replace(
      /^(?:([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])|(.)(?:.* (.))?).*/su,
      '$1$2\u200c$3',
    )
    .toLocaleUpperCase()

/** Returns a hue in degrees, one of 24, that is always the same for a name. */
export const hueOf = (name: string): number =>
  15 *
  [...name.toLowerCase()].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) % 24, 0)
