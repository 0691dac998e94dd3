import { html, type Markup } from '@gateway/pages/html'
import { refOf } from './answer-shape.ts'
import { at, type Json, listOf, textOf, textsOf } from './json.ts'
import type { Reference } from './description.ts'

const plurals: Readonly<Record<string, string>> = { string: 'strings', object: 'objects', integer: 'integers', number: 'numbers' }

/** The type of a value in a word or two; an object with a name links to its section. */
export function typeWords(schema: Json, reference: Pick<Reference, 'addressOfObject'>): Markup {
  const name = refOf(schema)
  if (name !== '') return html`<a href="${reference.addressOfObject(name)}">${name}</a>`
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`
  if (schema['format'] === 'binary') return html`file`
  if (schema['type'] === 'array') return html`array of ${itemsOf(at(schema, 'items'), reference)}`
  const choices = listOf(schema['anyOf']).length > 0 ? listOf(schema['anyOf']) : listOf(schema['oneOf'])
  if (choices.length > 0) return html`${choices.map((choice, place) => html`${place > 0 ? ' or ' : ''}${typeWords(choice, reference)}`)}`
  if (Array.isArray(schema['type'])) return html`${textsOf(schema['type']).join(' or ')}`
  return html`${textOf(schema['type']) || (Array.isArray(schema['enum']) ? 'string' : 'any value')}`
}

function itemsOf(items: Json, reference: Pick<Reference, 'addressOfObject'>): Markup {
  const type = textOf(items['type'])
  return type in plurals ? html`${plurals[type] ?? type}` : typeWords(items, reference)
}

/** More values than this are not listed: they have a table of their own. */
const MAX_VALUES = 20

/** The values and bounds that a schema allows, as sentences; without those that its description names already. */
export function boundsOf(schema: Json, description: string): Markup[] {
  const known = Array.isArray(schema['anyOf']) ? (listOf(schema['anyOf']).find((choice) => choice['type'] !== 'null') ?? schema) : schema
  const values = textsOf(known['enum'] ?? at(known, 'items')['enum'])
  const isTold = values.every((value) => description.includes(value))
  const sentences = [
    rangeOf(known, ['minimum', 'maximum'], ''),
    rangeOf(known, ['minLength', 'maxLength'], ' characters'),
    rangeOf(known, ['minItems', 'maxItems'], ' entries'),
  ]
  return [
    ...(isTold || values.length > MAX_VALUES ? [] : [valuesOf(values, known['type'] === 'array')]),
    ...sentences.filter((text) => text !== '' && !saysAll(description, text)).map((text) => html`${text}`),
  ]
}

const valuesOf = (values: readonly string[], isMany: boolean): Markup =>
  html`${isMany ? 'Values: ' : 'One of '}${values.map((value, place) => html`${place > 0 ? ', ' : ''}<code>${value}</code>`)}.`

/** True when every number of a sentence is in the description. */
const saysAll = (description: string, sentence: string): boolean =>
  (sentence.replaceAll(',', '').match(/\d+/g) ?? []).every((number) => description.replaceAll(',', '').includes(number))

function rangeOf(schema: Json, [least, most]: readonly [string, string], unit: string): string {
  const [from, to] = [schema[least], schema[most]].map((bound) => (typeof bound === 'number' ? bound : undefined))
  const isBounded = from !== undefined && (from > 1 || (from > 0 && unit === ''))
  if (to !== undefined)
    return isBounded || (from === 0 && unit === '') ? `${figure(from ?? 0)} to ${figure(to)}${unit}.` : `At most ${figure(to)}${unit}.`
  return isBounded ? `At least ${figure(from)}${unit}.` : ''
}

const figure = (bound: number): string => bound.toLocaleString('en-US')
