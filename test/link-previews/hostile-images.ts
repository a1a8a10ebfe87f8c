import { linkPreviewLimits } from '@/lib/link-previews/link-preview'

const bytesMax = linkPreviewLimits.imageBytesMax

const fill = (start: string, unit: string) =>
  Buffer.from(start + unit.repeat(Math.floor((bytesMax - start.length) / unit.length)))

/** Images of the maximum size that would occupy a careless parser for seconds. */
export const hostileImages: readonly (readonly [what: string, image: Buffer])[] = [
  ['XML declarations', fill('<svg ', '<?xml ')],
  ['XML declarations that name an encoding', fill('<svg ', '<?xml encoding')],
  ['prefixes', fill('<svg>', '<a:')],
  ['one prefix', fill('<svg><', 'a')],
  ['entities', fill('<svg>', '<!ENTIT')],
  ['pictures that are almost named', fill('<svg>', '<imag ')],
  ['comments', fill('', '<!---->')],
  ['comments that never end', fill('<svg>', '<!--')],
  ['whitespace', fill('', ' ')],
  ['document types', fill('', '<!DOCTYPE a>')],
  ['groups nested without end', fill('<svg xmlns="http://www.w3.org/2000/svg">', '<g>')],
  ['one path', fill('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0', 'L1 1')],
  [
    'bitmaps of an icon',
    Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), Buffer.alloc(bytesMax - 6, 32)]),
  ],
]
