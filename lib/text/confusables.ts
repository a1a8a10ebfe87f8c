/**
 * Letters that look like a Latin letter, each followed by that letter. They are a common subset of
 * Unicode's confusables.txt (UTS 39): Cyrillic, Greek and Armenian letters, and Latin letters that
 * do not decompose.
 */
const pairs =
  // Cyrillic
  'аa АA вb ВB сc СC ԁd ԀD еe ЕE ѐe гr ԍg ԌG һh ҺH нh НH іi ІI їi ЇI јj ЈJ кk КK ӏl ' +
  'ӀI мm МM оo ОO рp РP ԛq ԚQ ѕs ЅS тt ТT уy УY ѵv ѴV ԝw ԜW хx ХX ьb ' +
  // Greek
  'αa ΑA βb ΒB εe ΕE ηn ΗH ιi ΙI κk ΚK ΜM νv ΝN οo ΟO ρp ΡP τt ΤT υu ΥY χx ΧX ΖZ γy ωw ' +
  // Armenian
  'օo Օo ոn սu հh ցg քf զq լl ' +
  // Latin: phonetic letters and letters with strokes
  'ɑa ɡg ıi ɩi ʟl ɴn ʀr ꜱs ʏy ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz øo ØO łl ' +
  'ŁL đd ĐD ħh ĦH ŧt ŦT'

const looksLike = new Map(
  pairs.split(' ').map((pair): [string, string] => {
    const [letter = '', latin = ''] = pair
    return [letter, latin]
  }),
)

/** Returns the Latin letter that a letter looks like; undefined if there is none. */
export function latinLookAlike(letter: string): string | undefined {
  return looksLike.get(letter)
}
