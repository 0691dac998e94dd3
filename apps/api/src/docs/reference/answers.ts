import { html, type Markup, prose } from '@gateway/pages/html'
import { glyph, type Tone } from '@gateway/pages/parts/glyphs'
import { errorCodes } from '../../http/errors/error-codes.ts'
import { refOf } from './answer-shape.ts'
import type { Reference } from './description.ts'
import { at } from './json.ts'
import type { Operation } from './operations.ts'
import { paramList, paramsOf } from './params.ts'

/** What an error status means, in a line. */
const meanings: Readonly<Record<string, string>> = {
  400: 'Something in the request is not possible',
  401: 'The credential is missing or not valid',
  403: 'The credential is valid, but not for this',
  404: 'No such object for this credential',
  409: 'Another request or object stands in the way',
  410: 'The cursor is too old',
  422: 'The key was used with another body',
  429: 'Too many requests, or the plan is used up',
  501: 'This deployment does not do that',
  503: 'A part of the gateway is missing right now',
}

/** Codes that an operation has because of its shape, and every other operation of the shape too. */
const ofEveryOperation: ReadonlySet<string> = new Set([
  'UNAUTHENTICATED',
  'INVALID_API_KEY',
  'INVALID_TOKEN',
  'INSUFFICIENT_SCOPE',
  'INVALID_JSON',
  'REQUEST_TIMEOUT',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL',
  'DATABASE_BUSY',
  'TIMED_OUT',
])

/** An error status of an operation, with its codes. */
export interface ErrorStatus {
  readonly status: string
  readonly codes: readonly string[]
}

/** The errors of an operation: its own by status, and those of every operation. */
export function errorsOf({ responses }: Pick<Operation, 'responses'>): { own: ErrorStatus[]; common: string[] } {
  const all = Object.entries(responses).flatMap(([status, answer]) => {
    const codes = Object.keys(at(answer, 'content', 'application/json', 'examples'))
    return Number(status) >= 400 && codes.length > 0 ? [{ status, codes }] : []
  })
  const own = all.map(({ status, codes }) => ({ status, codes: codes.filter((code) => !ofEveryOperation.has(code)) }))
  return {
    own: own.filter(({ codes }) => codes.length > 0),
    common: all.flatMap(({ codes }) => codes.filter((code) => ofEveryOperation.has(code))),
  }
}

/** The answers of an operation by status; the success is open. */
export function answerList(operation: Operation, reference: Reference): Markup {
  const { own, common } = errorsOf(operation)
  return html`${statusItem({ status: operation.answer.status, title: 'Done', tone: 'confirmed', isOpen: true }, successText(operation, reference))}
  ${own.map(({ status, codes }) => statusItem({ status, title: meanings[status] ?? '', tone: toneOf(status) }, codeList(codes)))}
  ${common.length > 0 ? statusItem({ status: 'All', title: 'Errors that every operation has', tone: 'failed' }, codeList(common)) : ''}`
}

const toneOf = (status: string): Tone => (status === '429' || status === '503' ? 'held' : 'failed')

interface StatusLine {
  readonly status: string
  readonly title: string
  readonly tone: Tone
  readonly isOpen?: boolean
}

const statusItem = ({ status, title, tone, isOpen = false }: StatusLine, content: Markup): Markup =>
  html`<details class="status" ${isOpen ? html`open` : ''}>
    <summary>${glyph(tone)}<b>${status}</b>${title}</summary>
    ${content}
  </details>`

/** Codes with their meaning, each with a link to the table of codes. */
const codeList = (codes: readonly string[]): Markup =>
  html`<ul class="codes">
    ${codes.map((code) => html`<li>${codeLink(code)} ${prose(Object.entries(errorCodes).find(([name]) => name === code)?.[1].meaning ?? '')}</li>`)}
  </ul>`

/** An error code that leads to its row in the table of codes. */
export const codeLink = (code: string): Markup => html`<a href="/docs/errors#${code}"><code>${code}</code></a>`

function successText({ answer }: Operation, reference: Reference): Markup {
  const forms = Array.isArray(answer.schema['oneOf']) ? answer.schema['oneOf'].length : 1
  if (answer.type !== 'application/json' || forms > 1)
    return html`<p>${prose(answer.description)} ${forms > 1 ? `One of ${forms} forms, as beside.` : ''}</p>`
  if (answer.schema['type'] === 'array') return html`<p>A list of ${objectLink(refOf(at(answer.schema, 'items')), reference)}.</p>`
  const copied = answer.flat === undefined ? {} : at(reference.schemas, refOf(at(answer.schema, 'properties', answer.flat)), 'properties')
  const params = paramsOf(answer.schema, 'answer').filter(
    ({ name }) => name !== 'success' && name !== 'idempotent_replay' && !(name in copied),
  )
  const flat = answer.flat === undefined ? '' : html`<p>The members of <code>${answer.flat}</code> also stand at the top level.</p>`
  return html`${params.length === 0 ? html`<p>Only <code>success</code>.</p>` : html`<div>${paramList(params, reference)}</div>`}${flat}`
}

const objectLink = (name: string, { addressOfObject }: Reference): Markup => html`<a href="${addressOfObject(name)}">${name}</a>`
