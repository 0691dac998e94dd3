import type { Manual, ManualEntry } from './manual.ts'

const HEAD = `Usage: gateway <operation> [<id> …] [--<member> <value> …]
       gateway listen --forward-to <url>

The answer is printed as JSON. A failed call prints its error as JSON and ends with 1; a command that cannot be understood ends with 2.

  --input <json>           the whole input; - reads it from standard input
  --all                    every row of a list, one line of JSON each
  --output <file>          the file that takes an image
  --idempotency-key <key>  the key of a creation
  --timeout <ms>           the timeout of the call
  --base-url <url>         the address of the gateway
  --help                   this page, or that of an operation

SERVICE_API_KEY and SERVICE_BASE_URL hold the key and the address, else the file that SERVICE_CONFIG names,
else ~/.config/gateway/config.json: {"apiKey": "…", "baseUrl": "…"}.
`

const LISTEN = `  listen                               Send every new event, signed, to a receiver on this machine`

/** The first page: how a command is written, and every operation. */
export function generalHelp(manual: Manual): string {
  const rows = Object.entries(manual).map(([name, { summary }]) => `  ${name.padEnd(36)} ${summary}`)
  return [HEAD, 'Operations:', ...rows, LISTEN, ''].join('\n')
}

/** The page of one operation. */
export function operationHelp(name: string, { summary, description, path, members }: ManualEntry): string {
  const usage = ['gateway', name, ...path.map((id) => `<${id}>`), ...(members.length > 0 ? ['[--<member> <value> …]'] : [])]
  const rows = members.map((member) =>
    `  --${member.name.replaceAll('_', '-').padEnd(26)} ${member.isRequired ? 'Required. ' : ''}${member.description}`.trimEnd(),
  )
  return [
    `Usage: ${usage.join(' ')}`,
    '',
    `${summary}.`,
    ...(description ? [description] : []),
    ...(rows.length > 0 ? ['', ...rows] : []),
    '',
  ].join('\n')
}
