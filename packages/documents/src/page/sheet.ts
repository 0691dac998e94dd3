import { colours, edges, textWidth } from './measures.ts'
import { LEADING, type TextStyle } from './text-style.ts'
import { TextSetter } from './text-setter.ts'

/** Where a text stands across the page. */
export interface Column {
  readonly x: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** The pages of a document, and how far down the last one is written. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument
  readonly text: TextSetter
  y: number = edges.top

  constructor(pdf: PDFKit.PDFDocument, language: string) {
    this.pdf = pdf
    this.text = new TextSetter(pdf, language)
    pdf.addPage()
  }

  /** Sets a text at the present height, without moving on, and answers the y below it. */
  set(text: string, style: TextStyle, column: Column): number {
    return this.text.set(text, style, { ...column, y: this.y })
  }

  /** Sets a text and moves below it. */
  put(text: string, style: TextStyle, column: Column): void {
    this.y = this.set(text, style, column)
  }

  /** Sets a text across the page, over as many pages as it takes, and moves below it. */
  flow(text: string, style: TextStyle): void {
    const column = { x: edges.left, width: textWidth }
    for (const line of this.text.linesOf(text, { width: textWidth, style })) {
      this.ensure(style.size * LEADING)
      this.put(line, style, column)
    }
  }

  /** Draws a hairline across the text. */
  rule(colour: string = colours.line, width = 0.6): void {
    this.pdf.moveTo(edges.left, this.y).lineTo(edges.right, this.y).lineWidth(width).strokeColor(colour).stroke()
  }

  /** Begins a new page where less than this height is left. True when it did. */
  ensure(height: number): boolean {
    if (this.y + height <= edges.bottom) return false
    this.pdf.addPage()
    this.y = edges.top
    return true
  }
}
