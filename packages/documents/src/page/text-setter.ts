import { type Face, findFace } from '../fonts/faces.ts'
import { codePointOf, printable } from '../find-unprintable.ts'
import { breakLines } from './break-lines.ts'
import { LEADING, type TextStyle } from './text-style.ts'

/** Text in one face. */
interface Run {
  readonly face: Face
  readonly text: string
}

/** Where a text stands: its left edge and width, and to which edge it is set. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** Sets text in the first face that has each character; the PDF library would print an empty box, without an error. */
export class TextSetter {
  readonly #pdf: PDFKit.PDFDocument
  readonly #language: string
  /** Widths at size 1 by face and text: measuring is what costs. */
  readonly #widths = new Map<string, number>()

  constructor(pdf: PDFKit.PDFDocument, language: string) {
    this.#pdf = pdf
    this.#language = language
  }

  /** The lines of a text within a width. */
  linesOf(text: string, { width, style }: { width: number; style: TextStyle }): string[] {
    return breakLines(printable(text), { width, widthOf: (piece) => this.widthOf(piece, style) })
  }

  /** The height of a text within a width. */
  heightOf(text: string, place: { width: number; style: TextStyle }): number {
    return this.linesOf(text, place).length * place.style.size * LEADING
  }

  /** Sets a text, line below line, and answers the y below it. */
  set(text: string, style: TextStyle, place: Place): number {
    const lines = this.linesOf(text, { width: place.width, style })
    for (const [index, line] of lines.entries()) this.#setLine(line, style, { ...place, y: place.y + index * style.size * LEADING })
    return place.y + lines.length * style.size * LEADING
  }

  /** The width of a text on one line. */
  widthOf(text: string, { size, weight }: Pick<TextStyle, 'size' | 'weight'>): number {
    return this.#runsOf(text, weight).reduce((sum, run) => sum + this.#widthOfRun(run) * size, 0)
  }

  #setLine(line: string, style: TextStyle, { x, y, width, align }: Place): void {
    let at = align === 'right' ? x + width - this.widthOf(line, style) : x
    for (const run of this.#runsOf(line, style.weight)) {
      this.#pdf.font(run.face).fontSize(style.size).fillColor(style.colour)
      this.#pdf.text(run.text, at, y + style.size, { lineBreak: false, baseline: 'alphabetic' })
      at += this.#widthOfRun(run) * style.size
    }
  }

  #widthOfRun({ face, text }: Run): number {
    const key = `${face} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width = this.#pdf.font(face).fontSize(1).widthOfString(text)
    this.#widths.set(key, width)
    return width
  }

  #runsOf(text: string, weight: TextStyle['weight']): Run[] {
    const runs: Run[] = []
    for (const character of text) {
      const face = this.#faceOf(character, weight)
      const last = runs.at(-1)
      if (last?.face === face) runs[runs.length - 1] = { face, text: last.text + character }
      else runs.push({ face, text: character })
    }
    return runs
  }

  /** @throws {Error} when no font has the character: a document with a box in a name must not leave the house. */
  #faceOf(character: string, weight: TextStyle['weight']): Face {
    const face = findFace(character.codePointAt(0) ?? 0, { language: this.#language, weight })
    if (face === undefined) throw new Error(`no font has ${codePointOf(character)}`)
    return face
  }
}
