import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CharacterSet, readCharacterSet } from './character-set.ts'

/** A font that is kept, by the name it has in a document. */
export type Face = 'sans' | 'sans-bold' | 'japanese' | 'chinese'

/** How heavy text is; Japanese and Chinese have one weight, which keeps ten megabytes out of the repository. */
export type Weight = 'regular' | 'bold'

// By the address of this module, which bundled programs keep.
const folder = fileURLToPath(new URL('../../fonts', import.meta.url))

/** Noto fonts under the SIL Open Font License, which stands beside them. Only the glyphs that a document uses are embedded. */
export const fontFiles: Readonly<Record<Face, string>> = {
  sans: join(folder, 'NotoSans-Regular.ttf'),
  'sans-bold': join(folder, 'NotoSans-SemiBold.ttf'),
  japanese: join(folder, 'NotoSansJP-Regular.ttf'),
  chinese: join(folder, 'NotoSansSC-Regular.ttf'),
}

const sansOf = { regular: 'sans', bold: 'sans-bold' } as const satisfies Record<Weight, Face>

/** Faces in the order in which they are asked for a character: the same character has other strokes in Chinese than in Japanese. */
const orderOf = (language: string, weight: Weight): readonly Face[] =>
  language.startsWith('zh') ? [sansOf[weight], 'chinese', 'japanese'] : [sansOf[weight], 'japanese', 'chinese']

const read = new Map<Face, CharacterSet>()

/** The characters of a face, read once by a process. */
function charactersOf(face: Face): CharacterSet {
  const known = read.get(face)
  if (known) return known
  const characters = readCharacterSet(fontFiles[face])
  read.set(face, characters)
  return characters
}

/** The first face that has a character; undefined where none has it, and for control characters. */
export function findFace(codePoint: number, { language, weight }: { language: string; weight: Weight }): Face | undefined {
  if (isControl(codePoint)) return undefined
  return orderOf(language, weight).find((face) => charactersOf(face).has(codePoint))
}

const isControl = (codePoint: number): boolean => codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)
