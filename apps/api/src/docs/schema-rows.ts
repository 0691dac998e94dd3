import { html, type Markup, prose } from '@gateway/pages/html'
import { table } from './table.ts'

/** Part of the API description. */
export type Json = Readonly<Record<string, unknown>>

/** The object at a path in a document; empty when there is none. */
export const at = (from: unknown, ...keys: readonly string[]): Json =>
  keys.reduce<Json>((inner, key) => objectOf(inner[key]), objectOf(from))

/** The objects in a list. */
export const listOf = (from: unknown): Json[] => (Array.isArray(from) ? from.map(objectOf) : [])

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {})

/** A text, or the empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A table of an object's members; named schemas are linked. */
export function memberTable(schema: Json): Markup {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return table(
    ['Member', 'Type', 'Always', 'Meaning'],
    Object.entries(at(schema, 'properties')).map(([name, member]) => [
      name,
      typeOf(objectOf(member)),
      required.includes(name) ? 'yes' : '',
      prose(textOf(objectOf(member)['description'])),
    ]),
  )
}

/** The type of a value, in a word or two. */
export function typeOf(schema: Json): Markup {
  const name = textOf(schema['$ref']).split('/').at(-1)
  if (name) return html`<a href="/docs/reference#${name}">${name}</a>`
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`
  if (Array.isArray(schema['enum']))
    return html`${schema['enum'].map((word, place) => html`${place > 0 ? ', ' : ''}<code>${String(word)}</code>`)}`
  if (schema['type'] === 'array') return html`list of ${typeOf(at(schema, 'items'))}`
  const choices = listOf(schema['anyOf'])
  if (choices.length > 0) return html`${choices.map((choice, place) => html`${place > 0 ? ' or ' : ''}${typeOf(choice)}`)}`
  return html`${Array.isArray(schema['type']) ? schema['type'].join(' or ') : textOf(schema['type'])}`
}
