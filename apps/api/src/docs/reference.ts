import { html, type Markup, prose } from '@gateway/pages/html'
import { type Operation, operationSection } from './operation-section.ts'
import { at, type Json, listOf, memberTable, textOf } from './schema-rows.ts'

/** Every operation of the description, in its order; further addresses are listed with their operation and have no section. */
export const operationsOf = (description: Json): Operation[] =>
  Object.entries(at(description, 'paths')).flatMap(([path, item]) =>
    Object.entries(at(item)).map(([method, operation]) => ({ method, path, operation: at(operation) })),
  )

const idOf = ({ operation }: Operation): string => String(operation['operationId'])

/** Groups every operation with its further addresses, which the description numbers. */
function withAddresses(all: readonly Operation[]): Operation[] {
  const further = Map.groupBy(all, (each) => /^(.+)_\d+$/.exec(idOf(each))?.[1])
  return (further.get(undefined) ?? []).map((own) => ({ ...own, also: further.get(idOf(own)) ?? [] }))
}

/** The reference: operations by area, the objects, and the webhook events. */
export function referenceOf(description: Json): Markup {
  const operations = withAddresses(operationsOf(description))
  const areas = listOf(description['tags']).map((tag) => ({
    name: String(tag['name']),
    about: String(tag['description']),
    own: operations.filter(({ operation }) => Array.isArray(operation['tags']) && operation['tags'].includes(tag['name'])),
  }))
  const named = Object.entries(at(description, 'components', 'schemas'))
  return html`<h1>Reference</h1>
    <p>
      Made from the schemas that requests are checked with. Every member is accepted in <code>snake_case</code> and in
      <code>camelCase</code>; <code>null</code> means absent.
    </p>
    ${areas
      .filter(({ own }) => own.length > 0)
      .map(
        ({ name, about, own }) =>
          html`<h2 id="${name}">${name}</h2>
            <p>${about}</p>
            ${own.map(operationSection)}`,
      )}
    <h2 id="objects">Objects</h2>
    ${named.map(
      ([name, schema]) =>
        html`<section id="${name}">
          <h3>${name}</h3>
          <p>${prose(textOf(at(schema)['description']))}</p>
          ${memberTable(at(schema))}
        </section>`,
    )}`
}

/** The webhook events, one by one. */
export const eventsOf = (description: Json): Markup =>
  html`<h2 id="events">Events</h2>
    <dl>
      ${Object.entries(at(description, 'webhooks')).map(
        ([name, item]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${prose(String(at(item, 'post')['description']))}</dd>`,
      )}
    </dl>`
