import type { Machine } from '@gateway/domain/kernel/machine'
import { code, page, table } from './markdown.ts'
import { docstringBefore, findSources, load } from './sources.ts'

/** A machine with its room. */
export interface NamedMachine {
  readonly name: string
  readonly room: string
  readonly meaning: string
  readonly machine: Machine
}

/** Every lifecycle that the domain exports. */
export async function findMachines(): Promise<NamedMachine[]> {
  const found: NamedMachine[] = []
  for (const source of findSources('packages/domain/src/*/*.ts')) {
    if (!source.text.includes('defineMachine({')) continue
    for (const [name, value] of Object.entries(await load(source))) {
      if (!isMachine(value)) continue
      const meaning = docstringBefore(source.text, `export const ${name} `)
      found.push({ name, room: source.path.split('/')[3] ?? '', meaning, machine: value })
    }
  }
  return found
}

/** Each lifecycle as a diagram and a table. */
export async function machinesDocument(): Promise<string> {
  const parts = (await findMachines()).map(describe)
  return page('Lifecycles', 'Every lifecycle is a table in the code; these diagrams are generated from the tables.', ...parts)
}

function describe({ name, room, meaning, machine }: NamedMachine): string {
  const rows = transitionsOf(machine)
  const arrows = rows.map(({ from, input, to }) => `  ${from} --> ${to}: ${input}`)
  const picture = ['```mermaid', 'stateDiagram-v2', `  [*] --> ${machine.initial}`, ...arrows, '```'].join('\n')
  const opens = machine.opens ? `Creation emits ${code(machine.opens)}.` : ''
  const lines = rows.map(({ from, input, to, emits }) => [from, input, to, emits.map(code).join(', ')])
  const heading = `## ${room}: ${name.replace(/Machine$/, '')}`
  return [heading, meaning, picture, opens, table(['from', 'input', 'to', 'announces'], lines)].filter(Boolean).join('\n\n')
}

/** The rows of a machine, flat. */
export function transitionsOf(machine: Machine) {
  return Object.entries(machine.states).flatMap(([from, inputs]) =>
    Object.entries(inputs).map(([input, { to, emits = [] }]) => ({ from, input, to, emits })),
  )
}

function isMachine(value: unknown): value is Machine {
  return typeof value === 'object' && value !== null && 'initial' in value && 'states' in value
}
