import type { AssetCode } from '@gateway/domain/money/asset'
import { html, type Markup, prose } from '@gateway/pages/html'
import { icon } from '@gateway/pages/parts/icons'
import type { Limits } from '../../http/limits/limits.ts'
import type { Ink } from '../ink/inked.ts'
import { headingOf } from '../layout/contents.ts'
import { verbOf } from '../layout/navigation.ts'
import type { Heading } from '../page.ts'
import { codeBlock } from '../parts/code-block.ts'
import { samplesOf } from '../samples/samples.ts'
import { answerExamples } from './answer-examples.ts'
import { answerList } from './answers.ts'
import type { Reference } from './description.ts'
import type { Access, Operation, Place } from './operations.ts'
import { paramList, parametersIn, paramsOf } from './params.ts'
import { at } from './json.ts'

/** What the sections of a page are drawn with. */
export interface SectionParts {
  readonly reference: Reference
  readonly assets: readonly AssetCode[]
  readonly limits: Limits
  readonly ink: Ink
}

/** The heading of an operation. */
export const headingOfOperation = ({ id, summary, places: [{ method, path }] }: Operation): Heading => ({
  id,
  text: summary,
  level: 2,
  verb: method,
  about: `${method.toUpperCase()} ${path}`,
})

/** One operation: its effect and facts, its parameters and answers, and beside them the request in each language and its answers. */
export function operationSection(operation: Operation, parts: SectionParts): Markup {
  const { reference, assets, limits, ink } = parts
  return html`<section class="op">
    <div class="op__text">
      ${headingOf(headingOfOperation(operation))}${operation.places.map((place, index) => endpoint(place, index > 0))}
      <p>${prose(operation.description)}</p>
      ${factsOf(operation, limits)}${requestOf(operation, reference)}
      <h3>Answers</h3>
      ${answerList(operation, reference)}
    </div>
    <div class="op__code">${codeBlock(operation.summary, samplesOf(operation, assets), ink)}${answerExamples(operation, ink)}</div>
  </section>`
}

/** Method and path, with a button that copies the path. */
const endpoint = ({ method, path }: Place, isFurther: boolean): Markup =>
  html`<div class="endpoint">
    ${isFurther ? html`<span class="endpoint__also">Also</span>` : ''}${verbOf(method)}<code>${path}</code
    ><button type="button" class="btn btn--ghost btn--sm btn--icon" data-copy="${path}" hidden aria-label="Copy the path ${path}">
      ${icon('copy')}
    </button>
  </div>`

const credentials: Readonly<Record<Access, string>> = {
  none: 'No credential',
  optional: 'A credential is optional',
  key: 'API key, or a merchant’s token',
  merchant: 'A merchant’s token',
}

/** The credential, the rate limit, and whether a repetition is safe. */
const factsOf = ({ access, limit, isRepeatable }: Operation, limits: Limits): Markup =>
  html`<p class="opfacts">
    <span>${icon('key')}${credentials[access]}</span><span>${icon('rates')}${limitWords(limit, limits)}</span>
    ${isRepeatable ? html`<span>${icon('refresh')}Repeat safely with an <a href="/docs/errors#idempotency">Idempotency-Key</a></span>` : ''}
  </p>`

const limitWords = (limit: keyof Limits, limits: Limits): string =>
  `${limits[limit].toLocaleString('en-US')} a minute${limit === 'polling' ? ' for each object' : ''}`

/** The parameters of a request, by their place. */
function requestOf({ id, parameters, body }: Operation, reference: Reference): Markup {
  const places = [
    ['Path', parametersIn(parameters, 'path')],
    ['Query', parametersIn(parameters, 'query')],
    ['Body', paramsOf(at(body, 'schema'), 'request')],
    ['Headers', parametersIn(parameters, 'header')],
  ] as const
  return html`${places.map(([title, params]) =>
    params.length === 0
      ? ''
      : html`<h3>${title}</h3>
          ${paramList(params, reference, { owner: id })}`,
  )}`
}
