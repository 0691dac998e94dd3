import { html, type Markup } from '../html.ts'

/** An amount or hash that reads left to right inside any sentence, exactly as given. */
export const exact = (text: string): Markup => html`<bdi dir="ltr">${text}</bdi>`

/** A name of unknown script, or a date as its language writes it, inside a sentence. */
export const named = (text: string): Markup => html`<bdi>${text}</bdi>`
