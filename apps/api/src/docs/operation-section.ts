import { html, json, type Markup, prose } from '@gateway/pages/html'
import { at, type Json, listOf, memberTable, textOf, typeOf } from './schema-rows.ts'
import { table } from './table.ts'

interface Place {
  readonly method: string
  readonly path: string
}

/** One operation with its address. */
export interface Operation extends Place {
  readonly operation: Json
  /** Further addresses of the same operation. */
  readonly also?: readonly Place[]
}

/** The required credential, in a sentence. */
function accessOf(security: unknown): string {
  const ways = listOf(security).map((way) => Object.keys(way))
  if (ways.length === 0) return 'No credential.'
  if (ways.some((way) => way.length === 0)) return 'A credential is optional.'
  return ways.some((way) => way.includes('apiKey')) ? 'An API key, or a merchant’s token.' : 'A merchant’s token.'
}

/** The section of one operation: credential, input, output and errors. */
export function operationSection({ method, path, operation, also = [] }: Operation): Markup {
  const body = at(operation, 'requestBody', 'content', 'application/json')
  const parameters = listOf(operation['parameters'])
  return html`<section id="${String(operation['operationId'])}">
    <h3>${String(operation['summary'])}</h3>
    <p class="place">${placeOf({ method, path })}</p>
    ${also.map((place) => html`<p class="place">Also: ${placeOf(place)}</p>`)}
    <p>${prose(String(operation['description']))}</p>
    <p>${accessOf(operation['security'])}</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${parameterTable(parameters)}`
        : undefined
    }
    ${
      Object.keys(body).length > 0
        ? html`<h4>Body</h4>
            ${memberTable(at(body, 'schema'))}${json(body['example'])}`
        : undefined
    }
    ${answersOf(at(operation, 'responses'))}
  </section>`
}

const placeOf = ({ method, path }: Place): Markup => html`<span class="method">${method.toUpperCase()}</span> <code>${path}</code>`

const parameterTable = (parameters: readonly Json[]): Markup =>
  table(
    ['Name', 'In', 'Type', 'Meaning'],
    parameters.map((parameter) => [
      String(parameter['name']),
      String(parameter['in']),
      typeOf(at(parameter, 'schema')),
      prose(textOf(parameter['description'])),
    ]),
  )

function answersOf(responses: Json): Markup {
  const [done, ...refusals] = Object.entries(responses)
  if (!done) return html``
  const [status, answer] = done
  const content = at(answer, 'content', 'application/json')
  const named = Object.values(at(content, 'examples')).map((example) => at(example)['value'])
  const shown = 'example' in content ? [content['example']] : named
  return html`<h4>Answer ${status}</h4>
    ${shown.length > 0 ? shown.map((example) => json(example)) : html`<p>${prose(String(at(answer)['description']))}</p>`}
    ${
      refusals.length > 0
        ? html`<details>
            <summary>Refusals</summary>
            <ul>
              ${refusals.map(([code, refusal]) => html`<li><strong>${code}</strong> ${prose(String(at(refusal)['description']))}</li>`)}
            </ul>
          </details>`
        : undefined
    }`
}
