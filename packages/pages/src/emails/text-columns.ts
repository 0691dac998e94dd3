/** Columns of a line of text. */
export const COLUMNS = 72

/** Characters that fill two columns of a terminal: CJK, kana and full-width forms (Unicode Standard Annex 11). */
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/u
const NO_COLUMN = /[\p{Mn}\p{Me}\p{Cf}]/u

/** The columns a text fills. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) if (!NO_COLUMN.test(character)) columns += WIDE.test(character) ? 2 : 1
  return columns
}

/** Text filled up with spaces to a number of columns. */
export const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - columnsOf(text)))

/** A pair of places in a text without spaces at which a line may end: after a wide character, unless closing punctuation follows. */
const BETWEEN_WIDE =
  /(?<=[\u2e80-\u303e\u3041-\u4dbf\u4e00-\u9fff\uff01-\uff60])(?![\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u30fb\u30fc\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f])(?<![\u3008\u300a\u300c\u300e\u3010\uff08])/u

/**
 * Lines of at most `columns`, broken at spaces and between the characters of languages without spaces. A longer word, such as a link, has a line of
 * its own and stays whole.
 */
export function wrap(text: string, columns = COLUMNS): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter(Boolean)) {
    for (const [at, piece] of word.split(BETWEEN_WIDE).entries()) {
      const joined = line === '' ? piece : `${line}${at === 0 ? ' ' : ''}${piece}`
      if (line !== '' && columnsOf(joined) > columns) lines.push(line)
      line = line !== '' && columnsOf(joined) > columns ? piece : joined
    }
  }
  return [...lines, line]
}
