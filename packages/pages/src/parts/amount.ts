import { html, type Markup } from '../html.ts'

/** An amount or hash that reads left to right inside any sentence, exactly as given. */
export const exact = (text: string): Markup => html`<bdi dir="ltr">${text}</bdi>`

const LONG = 16

/** An amount as the headline of its place: on phones a long one is smaller, so that it stays on one line. */
export const headlineClass = (amount: string): string => (amount.length > LONG ? 'send__amount is-long' : 'send__amount')

/** A name of unknown script, or a date as its language writes it, inside a sentence. */
export const named = (text: string): Markup => html`<bdi>${text}</bdi>`
