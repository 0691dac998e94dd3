import { literal, notations } from './literal.ts'
import type { SampleRequest } from './sample-request.ts'

/** How an answer that is no JSON is read, by its media type. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['with open("payment.png", "wb") as image:', '    image.write(response.content)'],
  'text/event-stream': ['for line in response.iter_lines(decode_unicode=True):', '    print(line)'],
}

/** The call with the library `requests`, as a program of Python 3.8 or newer. */
export function pythonSample({ operation, ids, query, body, idempotencyKey, credential }: SampleRequest): string {
  const [{ method, path }] = operation.places
  const url = ids.reduce(
    (text, { name, variable }) => text.replace(`{${name}}`, environ(variable)),
    `${environ('SERVICE_BASE_URL')}${path}`,
  )
  const values = [
    `f"${url}"`,
    ...(Object.keys(query).length > 0 ? [`params=${literal(query, notations.py, 1)}`] : []),
    ...headersOf({ credential, idempotencyKey }),
    ...(body === undefined ? [] : [`json=${literal(body, notations.py, 1)}`]),
    ...(operation.answer.type === 'text/event-stream' ? ['stream=True'] : []),
    'timeout=30',
  ]
  const call = [`response = requests.${method}(`, ...values.map((value) => `    ${value},`), ')']
  const ending = endings[operation.answer.type] ?? ['print(response.json())']
  return ['import os', '', 'import requests', '', ...call, 'response.raise_for_status()', ...ending].join('\n')
}

/** A value of the environment inside an f-string. */
const environ = (name: string): string => `{os.environ['${name}']}`

function headersOf({ credential, idempotencyKey }: Pick<SampleRequest, 'credential' | 'idempotencyKey'>): string[] {
  const headers = [
    ...(credential === undefined ? [] : [`"Authorization": f"Bearer ${environ(credential)}"`]),
    ...(idempotencyKey === undefined ? [] : [`"Idempotency-Key": "${idempotencyKey}"`]),
  ]
  if (headers.length < 2) return headers.map((header) => `headers={${header}}`)
  return [`headers={\n${headers.map((header) => `        ${header},\n`).join('')}    }`]
}
