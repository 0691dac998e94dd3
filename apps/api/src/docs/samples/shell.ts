import { literal, notations } from './literal.ts'
import type { SampleRequest } from './sample-request.ts'

/** Options for answers that are no JSON. */
const options: Readonly<Record<string, string>> = { 'text/event-stream': ' -N', 'image/png': ' -o payment.png' }

/** The call as a command of curl 7.82 or newer. */
export function shellSample({ operation, ids, query, body, idempotencyKey, credential }: SampleRequest): string {
  const [{ method, path }] = operation.places
  const filled = ids.reduce((text, { name, variable }) => text.replace(`{${name}}`, `$${variable}`), path)
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const isDefault = method === (body === undefined ? 'get' : 'post')
  const lines = [
    `curl${options[operation.answer.type] ?? ''}${isDefault ? '' : ` -X ${method.toUpperCase()}`} "$SERVICE_BASE_URL${filled}${search.length > 0 ? `?${search.join('&')}` : ''}"`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(idempotencyKey === undefined ? [] : [`-H "Idempotency-Key: ${idempotencyKey}"`]),
    ...(body === undefined ? [] : [`--json '${literal(body, notations.json, 1).replaceAll("'", `'\\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}
