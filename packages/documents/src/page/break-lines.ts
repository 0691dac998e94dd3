/** How wide lines may be, and how wide a piece of text is. */
interface Measure {
  readonly width: number
  readonly widthOf: (text: string) => number
}

/** Words, blanks, and single ideographs, kana and full-width signs, between which a line may break. */
const PIECES = /[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+|\s+/gu

/** A text as lines that fit: broken at blanks and between ideographs, and within a word that is wider than a line. */
export const breakLines = (text: string, measure: Measure): string[] => text.split('\n').flatMap((paragraph) => linesOf(paragraph, measure))

function linesOf(paragraph: string, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const piece of (paragraph.match(PIECES) ?? []).flatMap((each) => fitting(each, measure))) {
    const width = measure.widthOf(piece)
    if (line !== '' && used + measure.widthOf(piece.trimEnd()) > measure.width) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
      used = measure.widthOf(line)
      continue
    }
    line += piece
    used += width
  }
  return [...lines, line.trimEnd()]
}

/** A word in parts that fit on a line each. */
function fitting(piece: string, { width, widthOf }: Measure): string[] {
  if (widthOf(piece) <= width) return [piece]
  const parts: string[] = ['']
  for (const character of piece) {
    const part = (parts.at(-1) ?? '') + character
    if (widthOf(part) <= width) parts[parts.length - 1] = part
    else parts.push(character)
  }
  return parts
}
