import { html, type Markup, prose } from '@gateway/pages/html'
import { exampleOf } from '../../openapi/schemas.ts'
import type { Ink } from '../ink/inked.ts'
import { headingOf } from '../layout/contents.ts'
import type { Heading } from '../page.ts'
import { literal, notations } from '../samples/literal.ts'
import { folded } from './answer-examples.ts'
import type { Reference } from './description.ts'
import { at, textOf } from './json.ts'
import { paramList, paramsOf } from './params.ts'

/** The heading of an object. */
export const headingOfObject = (name: string, { schemas }: Reference): Heading => ({
  id: name,
  text: `The ${name} object`,
  level: 2,
  about: textOf(at(schemas, name)['description']),
})

/** One object: its members, and beside them an example. */
export function objectSection(name: string, reference: Reference, ink: Ink): Markup {
  const schema = at(reference.schemas, name)
  const components = new Map(Object.entries(reference.schemas).map(([other, known]) => [other, at(known)]))
  const code = literal(exampleOf(schema, components), notations.json)
  return html`<section class="op">
    <div class="op__text">
      ${headingOf(headingOfObject(name, reference))}
      <p>${prose(textOf(schema['description']))}</p>
      ${paramList(paramsOf(schema, 'answer'), reference, { owner: name })}
    </div>
    <div class="op__code">${folded(`The ${name} object`, [{ label: name, language: 'json', code }], ink)}</div>
  </section>`
}
