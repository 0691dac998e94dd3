import { errorCodes } from '@gateway/api/http/errors/error-codes'
import { code, page, table } from './markdown.ts'
import { docstringBefore, findSources } from './sources.ts'

const CLASS = /export class (\w+) extends DomainError \{(.*?)\n\}/gs

/** Every error code of the API, and every error class with its kind. */
export function errorsDocument(): string {
  const codes = Object.entries(errorCodes).map(([name, { status, meaning }]) => [code(name), String(status), meaning])
  return page(
    'Errors',
    'Every error body is `{success: false, error, code, details?, usage?, request_id}`; `error` is a sentence for the reader, `code` is for programs.',
    '## Codes of the API',
    table(['code', 'status', 'meaning'], codes),
    '## Error classes',
    'Any other error is answered with 500 and one fixed sentence. A code without a status answers no request of this version: it stays in the worker.',
    table(['class', 'code', 'kind', 'status', 'room', 'meaning'], refusals()),
  )
}

function refusals(): string[][] {
  return findSources('{apps,packages}/*/src/**/*.ts').flatMap(({ path, text }) =>
    [...text.matchAll(CLASS)].map(([, name = '', body = '']) => {
      const refusal = memberOf(body, 'code')
      const [, layer = '', , room = ''] = path.split('/')
      const place = room.endsWith('.ts') ? layer : `${layer}/${room}`
      return [code(name), code(refusal), memberOf(body, 'kind'), statusOf(refusal), place, docstringBefore(text, `export class ${name} `)]
    }),
  )
}

function memberOf(body: string, member: string): string {
  return new RegExp(`readonly ${member}(?:: \\w+)? = '(\\w+)'`).exec(body)?.[1] ?? ''
}

function statusOf(name: string): string {
  const known: Readonly<Record<string, { readonly status: number }>> = errorCodes
  return String(known[name]?.status ?? '–')
}
