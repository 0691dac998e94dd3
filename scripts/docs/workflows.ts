import { searchAttributes } from '@gateway/operations/outbox/temporal-port'
import * as workflows from '@gateway/workflows/index'
import { queues } from '@gateway/workflows/queues'
import * as policies from '@gateway/workflows/retry'
import { code, page, table } from './markdown.ts'
import { docstringBefore, findSources, load, type Source } from './sources.ts'

/** The Temporal objects of the gateway: workflows with ids, signals and activities, queues, policies, search attributes. */
export async function workflowsDocument(): Promise<string> {
  const rooms = await Promise.all(findSources('packages/workflows/src/*/workflow.ts').map(describeRoom))
  const queueRows = Object.entries(queues).map(([role, queue]) => [
    code(typeof queue === 'string' ? queue : queue.call(null, '<chain>' as never)),
    role,
  ])
  const attributeRows = Object.values(searchAttributes).map(({ name, type }) => [code(name), type.toLowerCase()])
  return page(
    'Workflows',
    'Postgres is the system of record; workflows run timers and retries. A workflow id names its object, so starting one twice has no effect.',
    ...rooms,
    '## Task queues',
    table(['queue', 'polled by the role'], queueRows),
    '## Time limits and retries of activities',
    table(
      ['policy', 'timeout of an attempt', 'heartbeat timeout', 'first retry after', 'maximum interval'],
      Object.entries(policies).map(policyRow),
    ),
    '## Search attributes',
    table(['name', 'type'], attributeRows),
  )
}

interface Policy {
  readonly startToCloseTimeout: string
  readonly heartbeatTimeout?: string
  readonly retry: { readonly initialInterval: string; readonly maximumInterval?: string }
}

function policyRow([name, policy]: [string, Policy]): string[] {
  const { startToCloseTimeout, heartbeatTimeout = '', retry } = policy
  const { initialInterval, maximumInterval = initialInterval } = retry
  return [name, startToCloseTimeout, heartbeatTimeout, initialInterval, maximumInterval]
}

async function describeRoom(source: Source): Promise<string> {
  const folder = source.path.slice(0, -'/workflow.ts'.length)
  const signals = only(findSources(`${folder}/signals.ts`))
  const activities = only(findSources(`${folder}/activities.ts`))
  const exported = await load(signals)
  const names = Object.keys(await load(source)).filter((name) => Object.keys(workflows).includes(name))
  const heading = names.map((name) => `## ${code(name)}\n\n${docstringBefore(source.text, `export async function ${name}(`)}`)
  return [
    ...heading,
    table(['', 'name', 'meaning'], [...idRows(exported, signals), ...signalRows(exported, signals), ...activityRows(activities)]),
  ].join('\n\n')
}

function idRows(exported: Record<string, unknown>, { text }: Source): string[][] {
  return Object.entries(exported).flatMap(([name, value]) => {
    if (typeof value !== 'function' || !name.endsWith('WorkflowId')) return []
    const parameter = new RegExp(`${name} = \\((\\w+)`).exec(text)?.[1] ?? 'id'
    return [['id', code(String(value(`<${parameter}>`))), docstringBefore(text, `export const ${name} `)]]
  })
}

function signalRows(exported: Record<string, unknown>, { text }: Source): string[][] {
  return Object.entries(exported).flatMap(([name, value]) =>
    isSignal(value) ? [['signal', code(value.name), docstringBefore(text, `export const ${name} `)]] : [],
  )
}

function activityRows({ text }: Source): string[][] {
  const inside = [...text.matchAll(/^export interface \w*Activities \{\n(.*?)^\}/gms)].flatMap(([, body = '']) => body)
  return inside.flatMap((body) =>
    [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, name = '']) => ['activity', code(name), docstringBefore(body, `${name}(`)]),
  )
}

function isSignal(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'signal' && 'name' in value
}

function only([source]: readonly Source[]): Source {
  if (source) return source
  throw new Error('A room of workflows lacks its signals.ts or activities.ts')
}
