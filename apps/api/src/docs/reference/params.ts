import { html, type Markup, prose } from '@gateway/pages/html'
import { refOf } from './answer-shape.ts'
import type { Reference } from './description.ts'
import { at, isEmpty, type Json, textOf, textsOf } from './json.ts'
import type { Place } from '../page.ts'
import { boundsOf, typeWords } from './type-words.ts'

/** One member of a body, a query, a path or an object. */
export interface Param {
  readonly name: string
  readonly schema: Json
  readonly description: string
  /** Undefined in answers, where every member is present. */
  readonly isRequired?: boolean
}

/** The members of an object schema; in a request the required ones come first. */
export function paramsOf(schema: Json, place: 'request' | 'answer'): Param[] {
  const required = textsOf(schema['required'])
  const params = Object.entries(at(schema, 'properties')).map(([name, member]) => ({
    name,
    schema: at(member),
    description: textOf(at(member)['description']),
    ...(place === 'request' && { isRequired: required.includes(name) }),
  }))
  return requiredFirst(params)
}

/** The parameters of a place: `path`, `query` or `header`. */
export const parametersIn = (parameters: readonly Json[], place: string): Param[] =>
  requiredFirst(
    parameters
      .filter((one) => one['in'] === place)
      .map((one) => ({
        name: textOf(one['name']),
        schema: at(one, 'schema'),
        description: textOf(one['description']),
        isRequired: one['required'] === true,
      })),
  )

const requiredFirst = (params: readonly Param[]): Param[] =>
  params.toSorted((one, other) => Number(other.isRequired ?? false) - Number(one.isRequired ?? false))

/** Where a list of members stands. */
interface ListPlace {
  /** The id of the owner of the members: each has an anchor below it. */
  readonly owner?: string
  /** It is inside another list, and shows no members of its members. */
  readonly isNested?: boolean
}

/** The anchor of a member. */
export const memberId = (owner: string, name: string): string => `${owner}.${name}`

/** Members as places that the search leads to. */
export const placesOf = (params: readonly Param[], owner: string, ofWhat: string): Place[] =>
  params.map(({ name, description }) => ({ id: memberId(owner, name), text: name, about: `${ofWhat}. ${description}` }))

/** Members with type, whether they are required, default, and one or two sentences. */
export const paramList = (params: readonly Param[], reference: Reference, at: ListPlace = {}): Markup =>
  html`<ul class="params">
    ${params.map((param) => paramItem(param, reference, at))}
  </ul>`

function paramItem({ name, schema, description, isRequired }: Param, reference: Reference, { owner, isNested }: ListPlace): Markup {
  const preset = 'default' in schema ? html`<span class="param__default">default <code>${wordOf(schema['default'])}</code></span>` : ''
  const type = html`<span class="param__type">${typeWords(schema, reference)}</span>`
  const required = isRequired === true ? html`<span class="param__req">required</span>` : ''
  const text = description === '' ? textOf(at(reference.schemas, refOf(schema))['description']) : description
  const id = owner === undefined ? '' : html` id="${memberId(owner, name)}"`
  return html`<li${id}>
    <div class="param__head"><code>${name}</code>${type}${required}${preset}</div>
    <p>${prose(text)} ${boundsOf(schema, text).map((sentence) => html`${sentence} `)}</p>
    ${isNested ? '' : nested(name, schema, reference)}
  </li>`
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The members inside a member, behind a line that says how many. */
function nested(name: string, schema: Json, reference: Reference): Markup {
  const items = schema['type'] === 'array' ? at(schema, 'items') : schema
  const object = refOf(items) === '' ? items : at(reference.schemas, refOf(items))
  const params = paramsOf(object, 'answer')
  if (isEmpty(at(object, 'properties'))) return html``
  const count = params.length === 1 ? '1 member' : `${params.length} members`
  return html`<details class="nested">
    <summary>${count} of <code>${name}</code></summary>
    ${paramList(params, reference, { isNested: true })}
  </details>`
}
